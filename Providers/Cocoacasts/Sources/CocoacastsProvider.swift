public import ForageCore
internal import JSON

/// Cocoacasts: episodes on Swift and on building apps.
///
/// The service has no search and no pages: it returns its whole list, and the core searches it.
public struct CocoacastsProvider: Provider {
    private let source: Source
    private let list: List

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - source: The source of the episodes.
    ///   - list: The list to read.
    public init(from source: Source = .copies, list: List = .episodes) {
        self.source = source
        self.list = list
    }

    /// The description of the provider, with only the origins and keys that its source needs.
    public var info: ProviderInfo {
        var info = Self.registration.info
        info.origins = source.origins
        info.keys = source.keys
        return info
    }

    /// Creates a request for the list, whatever the query is.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        if case .download = request { throw .unsupported(request, by: info) }
        return source.endpoint(for: list)
    }

    /// Decodes a list of either generation, in its original order.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        var reader = try DraftReader(response)
        let records = reader.records(in: reader.root)
        reader.compare(records, with: Episode.shape(of: records))
        var pages = EpisodePages(of: records.count)
        for record in records {
            reader.read(record) { (record) throws(ProviderError) in
                let episode = try Episode(record)
                pages.note(episode)
                return episode.draft
            }
        }
        reader.revise { pages.correct(&$0.page) }
        return .page(try reader.page())
    }

    /// Returns the refusal that a JSON message of the later generation or the status states.
    public func refusal(in response: Response) -> Refusal? {
        let complaint = response.complaint
        return Refusal(byStatusOf: response, saying: complaint)
            ?? complaint.map { .failed("the service says that it failed: \($0)") }
    }
}

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
    static let asked: [String: Self] = ["static": .copies, "api": .api, "v1": .v1]

    /// The lists that the source provides. For a file, the choice of list has no effect.
    var lists: [CocoacastsProvider.List] { self == .v1 ? [.episodes] : CocoacastsProvider.List.allCases }

    var origins: [Origin] {
        switch self {
        case .copies: [Self.copiesBase.origin]
        case .api: [Self.apiBase.origin]
        case .v1: [Self.v1Base.origin]
        case .file: []
        }
    }

    var keys: [KeySpec] {
        switch self {
        case .copies, .file: []
        case .api: [.apiKey]
        case .v1: [.apiToken]
        }
    }

    func endpoint(for list: CocoacastsProvider.List) -> Endpoint {
        switch self {
        case .copies: .get(Self.copiesBase.adding("\(list.rawValue).json"))
        case .api: .get(Self.apiBase.adding(list.rawValue)).header("X-API-Key", .key("apiKey"))
        case .v1: .get(Self.v1Base.adding(list.rawValue)).header("X-API-TOKEN", .key("apiToken"))
        case .file(let file): .file(file)
        }
    }

    private static let copiesBase: WebURL = "https://cocoacasts.s3.us-west-1.amazonaws.com/mock-api/"
    private static let apiBase: WebURL = "https://cocoacasts.com/api/"
    private static let v1Base: WebURL = "https://cocoacasts-mock-api.herokuapp.com/api/v1/"
}

extension KeySpec {
    static let apiKey = KeySpec(
        "apiKey", variable: "COCOACASTS_API_KEY",
        page: "https://cocoacasts.com/from-zero-to-app-store-populating-the-feed-creating-the-api-client")
    static let apiToken = KeySpec(
        "apiToken", variable: "COCOACASTS_API_TOKEN",
        page: "https://cocoacasts.com/collections/building-a-modern-networking-layer-in-swift")
}

extension Response {
    /// The service's message in JSON when it refuses a request: `{"error":true,"reason":"Unauthorized"}`. A list, by
    /// contrast, starts with a bracket.
    fileprivate var complaint: String? {
        let start = body.first { $0 > 0x20 }
        guard start == UInt8(ascii: "{"), let root = try? json().root, root["error"].bool == true else {
            return nil
        }
        return String((root["reason"].text ?? "it gave no reason").onOneLine.prefix(200))
    }
}

extension WebURL {
    /// Returns the address with a name appended.
    fileprivate func adding(_ name: String) -> WebURL { WebURL(text + name) ?? self }
}
