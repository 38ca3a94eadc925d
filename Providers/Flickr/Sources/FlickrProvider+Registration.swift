public import ForageCore

extension FlickrProvider {
    /// The registration for the catalogue.
    public static let registration = Registration(
        ProviderInfo(
            id: "flickr",
            name: "Flickr",
            summary: "Photos from a large community: search results, or the interesting photos of a day",
            site: "https://www.flickr.com/",
            kinds: [.photo],
            origins: ["https://api.flickr.com/"],
            capabilities: Capabilities(
                browses: true, browsesDays: true, pages: true,
                filters: [.content, .licence, .publishedBefore, .publishedSince],
                orders: [.relevance, .newest, .interesting]),
            terms: Terms(
                serviceLine: NamedLink(
                    "This product uses the Flickr API but is not endorsed or certified by SmugMug, Inc.",
                    "https://www.flickr.com/services/api/tos/"),
                // The service permits 500, but its terms permit an application to show only 30 on a page.
                greatestPageSize: 30,
                limits: RequestLimits(quota: Quota(3600, per: .seconds(3600))),
                // An application may cache an answer for a day.
                caching: CachingTerms(defaultAge: .seconds(1800), greatestAge: .seconds(24 * 3600)),
                url: "https://www.flickr.com/services/api/tos/"),
            keys: [
                KeySpec(
                    "apiKey", variable: "FLICKR_API_KEY",
                    page: "https://www.flickr.com/services/apps/create/",
                    condition: "new keys are for Pro accounts only")
            ],
            pictures: [PictureAddresses(at: "staticflickr.com", name: FlickrPhoto.pictureName)]),
        make: { _ in FlickrProvider() })
}
