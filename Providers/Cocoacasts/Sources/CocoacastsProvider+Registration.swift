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
            keys: [.apiKey, .apiToken]),
        settings: [
            SettingSpec(
                "source", .choice(["static", "api", "v1"]), default: .text("static"),
                help: "Who is asked: the copies that need no key, or one of the two services."),
            SettingSpec(
                "list", .choice(List.allCases.map(\.rawValue)), default: .text(List.episodes.rawValue),
                help: "Which list is read; v1 has only \"episodes\"."),
            SettingSpec("file", .file, help: "A file of episodes that is read in place of asking anyone."),
        ],
        // The source without a key contains a tutorial's list from 2020, and keys are no longer issued.
        isUsuallyEnabled: false,
        make: { (settings) throws(SettingError) in
            let source =
                settings.file("file").map(Source.file)
                ?? settings.text("source").flatMap { Source.asked[$0] } ?? .copies
            let list = settings.text("list").flatMap(List.init) ?? .episodes
            guard source.lists.contains(list) else {
                throw SettingError("list", "v1 has only \"episodes\"")
            }
            return CocoacastsProvider(from: source, list: list)
        })
}
