public import ForageCore
internal import JSON

/// Cocoacasts: episodes on Swift and on building apps.
///
/// The service cannot be searched and has no pages: it lists all it has, and the core looks for the words.
public struct CocoacastsProvider: Provider {
    private let source: Source
    private let list: List

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - source: Where the episodes are read.
    ///   - list: Which of its lists is read.
    public init(from source: Source = .copies, list: List = .episodes) {
        self.source = source
        self.list = list
    }

    /// What it is, with no more origins and keys than its source needs.
    public var info: ProviderInfo {
        var info = Self.registration.info
        info.origins = source.origins
        info.keys = source.keys
        return info
    }

    /// Asks for the list, whatever is looked for in it.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        if case .download = request { throw .unsupported(request, by: info) }
        return source.endpoint(for: list)
    }

    /// Reads a list of either generation, in its own order.
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

    /// Tells a complaint in JSON, which the later generation sends, and else goes by the status.
    public func refusal(in response: Response) -> Refusal? {
        let complaint = response.complaint
        return Refusal(byStatusOf: response, saying: complaint)
            ?? complaint.map { .failed("the service says that it failed: \($0)") }
    }
}

extension CocoacastsProvider {
    /// Where the episodes are read.
    public enum Source: Hashable, Sendable {
        /// The copies of the first generation that anyone may read.
        case copies
        /// The service of the first generation, which wants a key.
        case api
        /// The service of the later generation, which wants a token.
        case v1
        /// A file of either generation.
        case file(FileSetting)
    }

    /// Which list is read.
    public enum List: String, Hashable, Sendable, CaseIterable {
        /// All of them.
        case episodes
        /// The latest.
        case recent = "recent-episodes"
        /// The most watched.
        case popular = "popular-episodes"
    }
}

extension CocoacastsProvider.Source {
    /// The name in the configuration of each source that is asked.
    static let asked: [String: Self] = ["static": .copies, "api": .api, "v1": .v1]

    /// The lists that it has; a file is whatever it holds.
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
    /// What the service says in JSON when it refuses: `{"error":true,"reason":"Unauthorized"}`. A list starts with a
    /// bracket.
    fileprivate var complaint: String? {
        let start = body.first { $0 > 0x20 }
        guard start == UInt8(ascii: "{"), let root = try? json().root, root["error"].bool == true else {
            return nil
        }
        return String((root["reason"].text ?? "it gave no reason").onOneLine.prefix(200))
    }
}

extension WebURL {
    /// The address with a name behind its path.
    fileprivate func adding(_ name: String) -> WebURL { WebURL(text + name) ?? self }
}
