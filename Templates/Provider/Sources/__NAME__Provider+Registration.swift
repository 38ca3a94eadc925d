public import ForageCore

extension __NAME__Provider {
    /// The registration for the configuration.
    public static let registration = Registration(
        ProviderInfo(
            id: "__ID__",
            name: "__NAME__",
            summary: "Photos from a search",
            site: "https://__ID__.example/",
            kinds: [.photo],
            origins: ["https://api.__ID__.example/"],
            capabilities: Capabilities(pages: true),
            terms: Terms(
                limits: RequestLimits(pace: Pace(perSecond: 1, burst: 5)),
                caching: CachingTerms(defaultAge: .seconds(3600)),
                url: "https://__ID__.example/terms"),
            keys: [
                KeySpec(
                    "apiKey", variable: "__KEY__",
                    page: "https://__ID__.example/developers")
            ]),
        // Until it requests a real service.
        isUsuallyEnabled: false,
        make: { _ in __NAME__Provider() })
}
