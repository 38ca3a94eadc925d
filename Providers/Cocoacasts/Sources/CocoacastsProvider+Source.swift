public import ForageCore

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

extension WebURL {
    /// The address with a name behind its path.
    fileprivate func adding(_ name: String) -> WebURL { WebURL(text + name) ?? self }
}
