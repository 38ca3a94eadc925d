public import ForageCore

extension GutenbergProvider {
    /// The registration for the configuration.
    public static let registration = Registration(
        ProviderInfo(
            id: "gutenberg",
            name: "Gutenberg",
            summary: "Photos from a search",
            site: "https://gutenberg.example/",
            kinds: [.photo],
            origins: ["https://api.gutenberg.example/"],
            capabilities: Capabilities(pages: true),
            terms: Terms(
                limits: RequestLimits(pace: Pace(perSecond: 1, burst: 5)),
                caching: CachingTerms(defaultAge: .seconds(3600)),
                url: "https://gutenberg.example/terms"),
            keys: [
                KeySpec(
                    "apiKey", variable: "GUTENBERG_API_KEY",
                    page: "https://gutenberg.example/developers")
            ]),
        // Until it requests a real service.
        isUsuallyEnabled: false,
        make: { _ in GutenbergProvider() })
}
