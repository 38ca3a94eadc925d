public import ForageCore

extension __NAME__Provider {
    /// The registration for the catalogue.
    public static let registration = Registration(
        ProviderInfo(
            id: "__ID__",
            name: "__NAME__",
            summary: "Photos that are searched for",
            site: "https://__ID__.example/",
            kinds: [.photo],
            origins: ["https://api.__ID__.example/"],
            capabilities: Capabilities(pages: true),
            terms: Terms(
                limits: RequestLimits(pace: Pace(perSecond: 1, burst: 5)),
                caching: CachingTerms(defaultAge: .seconds(3600)),
                url: "https://__ID__.example/terms")),
        // Until it asks a real service.
        isUsuallyEnabled: false,
        make: { _ in __NAME__Provider() })
}
