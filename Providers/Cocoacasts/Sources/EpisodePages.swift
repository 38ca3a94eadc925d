internal import ForageCore

/// The pages of episodes, which no list tells.
///
/// An image lies in a folder named like its episode's page, unless several episodes share the image.
/// Where the page cannot be told, the site's front page is.
struct EpisodePages {
    private let sharedSlugs: Set<Slug>

    init(_ episodes: [Episode]) {
        var owners: [Slug: String] = Dictionary(minimumCapacity: episodes.count)
        var shared: Set<Slug> = []
        for episode in episodes {
            guard let slug = episode.slug else { continue }
            if let owner = owners.updateValue(episode.localID, forKey: slug), owner != episode.localID {
                shared.insert(slug)
            }
        }
        sharedSlugs = shared
    }

    func page(of episode: Episode) -> WebURL {
        guard episode.hasKnownPage, let slug = episode.slug, !sharedSlugs.contains(slug) else {
            return CocoacastsProvider.registration.about.site
        }
        return WebURL(String(joining: "https://cocoacasts.com/", slug.text))
            ?? CocoacastsProvider.registration.about.site
    }
}
