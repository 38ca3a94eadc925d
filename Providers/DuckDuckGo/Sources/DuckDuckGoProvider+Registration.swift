public import ForageCore

extension DuckDuckGoProvider {
    /// The registration for the catalogue.
    public static let registration = Registration(
        ProviderInfo(
            id: "duckduckgo",
            name: "DuckDuckGo",
            summary: "Instant answers: articles, definitions, computed answers and related topics",
            site: "https://duckduckgo.com/",
            kinds: [.answer, .topic],
            origins: ["https://api.duckduckgo.com/"],
            capabilities: Capabilities(),
            terms: Terms(
                serviceLine: NamedLink("Results from DuckDuckGo", "https://duckduckgo.com/"),
                // The service refuses requests that are too frequent, but does not state its limit.
                limits: RequestLimits(pace: Pace(perSecond: 5, burst: 20)),
                // The service states "max-age=1" for articles that rarely change, and its terms do not limit caching.
                caching: CachingTerms(defaultAge: .seconds(3600), leastAge: .seconds(3600)),
                url: "https://duckduckgo.com/api")),
        settings: [
            SettingSpec(
                "applicationName", .text, default: .text("forage"),
                help: "The name of the application in requests, which the terms of use ask for."),
            SettingSpec(
                "context", .text,
                help: "Words added to every query: with \"bird\", a search for \"kiwi\" finds no fruit."),
        ],
        make: { settings in
            DuckDuckGoProvider(
                applicationName: settings.text("applicationName") ?? "forage",
                context: settings.text("context"))
        })
}
