public import ForageCore

extension DuckDuckGoProvider {
    /// What the catalogue lists.
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
                // It turns away who asks too quickly, and does not say how quickly that is.
                limits: RequestLimits(pace: Pace(perSecond: 5, burst: 20)),
                // It says "max-age=1" of articles that change slowly, and its terms leave open how long one may be kept.
                caching: CachingTerms(defaultAge: .seconds(3600), leastAge: .seconds(3600)),
                url: "https://duckduckgo.com/api")),
        settings: [
            SettingSpec(
                "applicationName", .text, default: .text("forage"),
                help: "The name that the application gives of itself, as the terms of use ask."),
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
