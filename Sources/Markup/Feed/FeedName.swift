/// The name of an element in a feed.
struct FeedName {
    let local: String
    let prefix: String?
    let namespace: String?

    /// Whether RSS, its first version or Atom starts with it.
    var isRootOfFeed: Bool { ["rss", "RDF", "feed"].contains(local) }

    var isItem: Bool { local == "item" || local == "entry" }

    /// The name with the prefix that everybody knows it by.
    func key(inRSS: Bool) -> String {
        guard let namespace else { return prefix.map { "\($0):\(local)" } ?? local }
        if Self.plain.contains(namespace) { return local }
        if namespace == Self.atom { return inRSS ? "atom:\(local)" : local }
        let prefix = Self.prefixes[namespace.lowercased()] ?? prefix
        return prefix.map { "\($0):\(local)" } ?? local
    }

    private static let atom = "http://www.w3.org/2005/Atom"

    private static let plain: Set<String> = [
        "http://purl.org/rss/1.0/", "http://my.netscape.com/rdf/simple/0.9/",
        "http://backend.userland.com/rss2",
    ]

    private static let prefixes = [
        "http://www.itunes.com/dtds/podcast-1.0.dtd": "itunes",
        "http://search.yahoo.com/mrss/": "media",
        "http://purl.org/dc/elements/1.1/": "dc",
        "http://purl.org/rss/1.0/modules/content/": "content",
        "https://podcastindex.org/namespace/1.0": "podcast",
    ]
}
