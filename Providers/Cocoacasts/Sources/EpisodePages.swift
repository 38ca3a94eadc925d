internal import ForageCore

/// The pages of episodes, which no list tells.
///
/// An image lies in a folder named like its episode's page, unless several episodes share the image.
/// Where the page cannot be told, the site's front page is.
struct EpisodePages {
    static let frontPage = CocoacastsProvider.registration.about.site

    private var owners: [Slug: String]
    private var shared: Set<WebURL> = []

    init(of count: Int) { owners = Dictionary(minimumCapacity: count) }

    static func page(_ slug: Slug) -> WebURL? {
        WebURL(String(joining: ["https://cocoacasts.com/", slug.text]))
    }

    /// Notes the folder of an episode's image.
    mutating func note(_ episode: borrowing Episode) {
        guard let slug = episode.slug else { return }
        let owner = owners.updateValue(episode.localID, forKey: slug)
        if let owner, owner != episode.localID, let page = Self.page(slug) {
            shared.insert(page)
        }
    }

    /// Takes a page back that is not the episode's alone.
    func correct(_ page: inout WebURL) {
        if shared.contains(page) { page = Self.frontPage }
    }
}
