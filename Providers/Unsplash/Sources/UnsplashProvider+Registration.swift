public import ForageCore

extension UnsplashProvider {
    /// The registration for the catalogue.
    public static let registration = Registration(
        ProviderInfo(
            id: "unsplash",
            name: "Unsplash",
            summary: "Photos under the Unsplash License, each credited to its photographer",
            site: "https://unsplash.com/",
            kinds: [.photo],
            origins: ["https://api.unsplash.com/"],
            capabilities: Capabilities(
                browses: true, pages: true, filters: [.orientation, .hue, .content],
                orders: [.relevance, .newest, .interesting]),
            terms: Terms(
                requiresHotlinking: true,
                pictureOrigins: ["https://images.unsplash.com/", "https://plus.unsplash.com/"],
                greatestPageSize: 30,
                // The quota of a new application. For others, every answer states the quota. It is renewed at each full
                // hour, which no header states.
                limits: RequestLimits(quota: Quota(50, per: .seconds(3600), endsByClock: true)),
                // Searches state a caching time of one day; other answers may not state any.
                caching: CachingTerms(defaultAge: .seconds(3600)),
                url: "https://help.unsplash.com/en/articles/2511245-unsplash-api-guidelines"),
            keys: [
                KeySpec(
                    "accessKey", variable: "UNSPLASH_ACCESS_KEY", page: "https://unsplash.com/developers")
            ],
            pictures: ["images.unsplash.com", "plus.unsplash.com"].map { host in
                PictureAddresses(at: host, name: UnsplashPhoto.pictureName)
            }),
        settings: [
            SettingSpec(
                "applicationName", .text, default: .text("forage"),
                help: "The name of the application in links back to Unsplash, which its guidelines ask for.")
        ],
        make: { settings in
            UnsplashProvider(applicationName: settings.text("applicationName") ?? "forage")
        })
}
