public import ForageCore

/// Cocoacasts: episodes on Swift and on building apps.
///
/// The service has no search and no pages: it returns its whole list, and the core searches it.
public struct CocoacastsProvider: Provider {
    /// The description of the provider, with only the origins and keys that its source needs.
    public let info: ProviderInfo

    private let endpoint: Endpoint

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - source: The source of the episodes.
    ///   - list: The list to read.
    public init(from source: Source = .copies, list: List = .episodes) {
        let endpoint = source.endpoint(for: list)
        var info = Self.registration.info
        info.origins.removeAll { $0 != endpoint.openAddress?.origin }
        info.keys.removeAll { !endpoint.keyNames.contains($0.name) }
        self.info = info
        self.endpoint = endpoint
    }

    /// Creates the request for the list, whatever the query is.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        if case .download = request { throw .unsupported(request, by: info) }
        return endpoint
    }

    /// Decodes a list in its original order.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        reader.readEach(in: reader.root, as: Episode.draft)
        // If several episodes share an image, its folder is the name of none of their pages.
        var counts: [WebURL: Int] = [:]
        reader.revise { counts[$0.page, default: 0] += 1 }
        reader.revise { if counts[$0.page, default: 0] > 1 { $0.page = Episode.frontPage } }
        return .page(try reader.page())
    }

    /// Returns the refusal that the status or the service's message states.
    public func refusal(in response: Response) -> Refusal? {
        let complaint = complaint(in: response)
        return Refusal(byStatusOf: response, saying: complaint)
            ?? complaint.map { .failed("the service says that it failed: \($0)") }
    }

    /// Returns the message of a refusal: `{"error":true,"reason":"Unauthorized"}`.
    private func complaint(in response: Response) -> String? {
        // A list, by contrast, starts with a bracket.
        guard response.body.first(where: { $0 > 0x20 }) == UInt8(ascii: "{"),
            let root = try? DraftReader(response).root, root["error"].bool == true
        else { return nil }
        return response.ownMessage ?? "it gave no reason"
    }
}

// MARK: - Sources

extension CocoacastsProvider {
    /// A source of episodes.
    public enum Source: Hashable, Sendable {
        /// The public copies of the first generation.
        case copies
        /// The service of the first generation, which requires a key.
        case api
        /// The service of the later generation, which requires a token.
        case v1
        /// A local file of either generation.
        case file(FileSetting)
    }

    /// A list of episodes.
    public enum List: String, Hashable, Sendable, CaseIterable {
        /// All episodes.
        case episodes
        /// The latest episodes.
        case recent = "recent-episodes"
        /// The most watched episodes.
        case popular = "popular-episodes"
    }
}

extension CocoacastsProvider.Source {
    /// The sources on the network, by their names in the configuration.
    static let named: [String: Self] = ["static": .copies, "api": .api, "v1": .v1]

    /// The lists that the source provides. For a file, the choice of list has no effect.
    var lists: [CocoacastsProvider.List] { self == .v1 ? [.episodes] : CocoacastsProvider.List.allCases }

    /// Creates the request for a list.
    fileprivate func endpoint(for list: CocoacastsProvider.List) -> Endpoint {
        switch self {
        case .copies: .get(Self.copiesFolder.adding("\(list.rawValue).json"))
        case .api: .get(Self.apiFolder.adding(list.rawValue)).header("X-API-Key", .key("apiKey"))
        case .v1: .get(Self.v1Folder.adding(list.rawValue)).header("X-API-TOKEN", .key("apiToken"))
        case .file(let file): .file(file)
        }
    }

    private static let copiesFolder: WebURL = "https://cocoacasts.s3.us-west-1.amazonaws.com/mock-api/"
    private static let apiFolder: WebURL = "https://cocoacasts.com/api/"
    private static let v1Folder: WebURL = "https://cocoacasts-mock-api.herokuapp.com/api/v1/"
}

extension WebURL {
    /// Returns the address with a name appended.
    fileprivate func adding(_ name: String) -> WebURL { WebURL(text + name) ?? self }
}
