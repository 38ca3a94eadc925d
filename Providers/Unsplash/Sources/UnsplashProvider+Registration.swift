public import ForageCore

extension UnsplashProvider {
    /// What the catalogue lists.
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
                // What a new application may; others are told their own in every answer. All are there again at
                // the full hour, which no header says.
                limits: RequestLimits(quota: Quota(50, per: .seconds(3600), endsByClock: true)),
                // Searches state a day themselves; other answers may not.
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
                help: "The name that links back to Unsplash give of the application, as its guidelines ask.")
        ],
        make: { settings in
            UnsplashProvider(applicationName: settings.text("applicationName") ?? "forage")
        })
}
