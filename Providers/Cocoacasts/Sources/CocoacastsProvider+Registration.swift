public import ForageCore

extension CocoacastsProvider {
    /// The registration for the catalogue, with the origins and keys of all sources.
    public static let registration = Registration(
        ProviderInfo(
            id: "cocoacasts",
            name: "Cocoacasts",
            summary: "Episodes on Swift and on building apps",
            site: "https://cocoacasts.com/",
            kinds: [.episode],
            origins: [
                "https://cocoacasts.s3.us-west-1.amazonaws.com/", "https://cocoacasts.com/",
                "https://cocoacasts-mock-api.herokuapp.com/",
            ],
            capabilities: Capabilities(searches: false, browses: true, details: .listing),
            // Some of the servers state no caching time. New episodes may appear up to an hour late.
            terms: Terms(caching: CachingTerms(defaultAge: .seconds(3600))),
            keys: [
                KeySpec(
                    "apiKey", variable: "COCOACASTS_API_KEY",
                    page:
                        "https://cocoacasts.com/from-zero-to-app-store-populating-the-feed-creating-the-api-client"
                ),
                KeySpec(
                    "apiToken", variable: "COCOACASTS_API_TOKEN",
                    page: "https://cocoacasts.com/collections/building-a-modern-networking-layer-in-swift"),
            ]),
        settings: [
            SettingSpec(
                "source", .choice(["static", "api", "v1"]), default: .text("static"),
                help: "The server to request: static copies, which need no key, or one of the two services."),
            SettingSpec(
                "list", .choice(List.allCases.map(\.rawValue)), default: .text(List.episodes.rawValue),
                help: "The list to read; v1 has only \"episodes\"."),
            SettingSpec("file", .file, help: "A file of episodes to read instead of sending requests."),
        ],
        // The source without a key contains a tutorial's list from 2020, and keys are no longer issued.
        isUsuallyEnabled: false,
        make: { (settings) throws(SettingError) in
            let named = settings.text("source").flatMap { Source.named[$0] }
            let source = settings.file("file").map(Source.file) ?? named ?? .copies
            let list = settings.text("list").flatMap(List.init) ?? .episodes
            guard source.lists.contains(list) else {
                throw SettingError("list", "v1 has only \"episodes\"")
            }
            return CocoacastsProvider(from: source, list: list)
        })
}
