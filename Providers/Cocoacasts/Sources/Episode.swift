internal import ForageCore
internal import JSON

/// A record of a list of either generation.
///
/// The first generation uses member names in snake case and excerpts in Markdown. The later one uses camel case and
/// plain text, and states neither the author nor the date of an episode.
struct Episode: ~Copyable {
    let localID: String
    /// The name of the episode's page, derived from the folder of its image. If a series shares the image, the name is
    /// not usable.
    let slug: Slug?
    private let title: String
    private let image: WebURL?
    private let mediaType: String?
    private let generation: Generation
    private let record: JSONValue

    fileprivate enum Generation {
        case first, later
    }

    init(_ record: JSONValue) throws(ProviderError) {
        self.record = record
        let number = try record["id"].required(\.flexibleInt)
        title = try record["title"].required(\.plainText)
        let thumbnail = record["thumbnail_url"]
        generation = thumbnail.exists || !Self.isLater(record) ? .first : .later
        image = (generation == .first ? thumbnail : record["imageURL"]).webURL
        let path = image.map { ImagePath($0) }
        slug = path?.slug
        mediaType = path?.mediaType
        localID = Self.localID(number, slug, Slug(title))
    }

    /// The item, with its own page if it is known, or else the site's front page.
    var draft: Draft {
        var draft = Draft(
            localID: localID, kind: .episode, title: title, page: page ?? EpisodePages.frontPage)
        draft.summary = record.summary(generation)
        draft.creator = Creator(name: record["author"].plainText)
        draft.collection = record["collection"].plainText
        draft.tags = record.tags
        draft.publishedAt = record["published_at"].time
        draft.duration = record.duration(generation)
        if let image { draft.renditions = [Rendition(.thumbnail, at: image, mediaType: mediaType)] }
        return draft
    }

    /// The page of the episode. Pages of the later generation are unknown.
    private var page: WebURL? { generation == .first ? slug.flatMap(EpisodePages.page) : nil }

    /// Returns an id made of all names of an episode, because numbers and titles are not unique.
    private static func localID(_ number: Int, _ folder: Slug?, _ name: Slug?) -> String {
        let isNamed = folder.flatMap { folder in name.map(folder.ends) } ?? false
        let ending = isNamed ? nil : name?.text
        return String(
            joining: [
                String(number), folder == nil ? "" : "-", folder?.text ?? "", ending == nil ? "" : "-",
                ending ?? "",
            ])
    }
}

extension Episode {
    /// Returns the shape of the records in a list.
    static func shape(of records: [JSONValue]) -> RecordShape {
        records.contains(where: isLater) ? laterShape : firstShape
    }

    /// Indicates whether a record belongs to the later generation.
    static func isLater(_ record: JSONValue) -> Bool {
        // Most records belong to the first generation, which this check detects quickly.
        if record["thumbnail_url"].exists { return false }
        return record["imageURL"].exists || record["videoID"].exists || record["videoDuration"].exists
    }

    private static let firstShape: RecordShape = [
        "excerpt": .text.orNothing, "author": .text, "category": .text, "collection": .text.orNothing,
        "thumbnail_url": .text, "duration": .number, "published_at": .text, "plus": .flag,
    ]

    private static let laterShape: RecordShape = [
        "excerpt": .text.orNothing, "imageURL": .text, "videoDuration": .number,
    ]
}

/// The pages of episodes, which no list contains.
///
/// The folder of an image has the same name as the episode's page, unless several episodes share the image. If the page
/// is unknown, the site's front page is used.
struct EpisodePages {
    static let frontPage = CocoacastsProvider.registration.info.site

    private var owners: [Slug: String]
    private var shared: Set<WebURL> = []

    init(of count: Int) { owners = Dictionary(minimumCapacity: count) }

    static func page(_ slug: Slug) -> WebURL? {
        WebURL(String(joining: ["https://cocoacasts.com/", slug.text]))
    }

    /// Records the folder of an episode's image.
    mutating func note(_ episode: borrowing Episode) {
        guard let slug = episode.slug else { return }
        let owner = owners.updateValue(episode.localID, forKey: slug)
        if let owner, owner != episode.localID, let page = Self.page(slug) {
            shared.insert(page)
        }
    }

    /// Replaces a page that several episodes share with the front page.
    func correct(_ page: inout WebURL) {
        if shared.contains(page) { page = Self.frontPage }
    }
}

/// The facts that the address of an episode's image contains.
struct ImagePath {
    /// The name of the image's folder; nil if there is none or it is not a slug.
    let slug: Slug?
    let mediaType: String?

    init(_ image: WebURL) {
        let path = image.text.utf8.span.extracting(image.pathRange)
        let name = path.lastStep(before: path.count)
        slug = Slug(path.extracting(path.lastStep(before: name.lowerBound)))
        mediaType = Self.mediaType(of: path.extracting(name))
    }

    /// Returns the media type for a file name extension.
    private static func mediaType(of name: Span<UInt8>) -> String? {
        let point = name.lastIndex(before: name.count) { $0 == UInt8(ascii: ".") }
        switch point.map({ name.extracting(($0 + 1)...).text.lowercased() }) {
        case "svg": return "image/svg+xml"
        case "png": return "image/png"
        case "jpg", "jpeg": return "image/jpeg"
        default: return nil
        }
    }
}

extension JSONValue {
    fileprivate func summary(_ generation: Episode.Generation) -> String? {
        let excerpt = self["excerpt"]
        guard generation == .first else { return excerpt.plainText }
        return excerpt.completeText.flatMap { MarkdownText($0).plain }
    }

    /// The category, and the service's label for episodes that require a subscription.
    fileprivate var tags: [String] {
        let category = self["category"].plainText
        if self["plus"].bool != true { return category.map { [$0] } ?? [] }
        return category.map { [$0, "Plus"] } ?? ["Plus"]
    }

    fileprivate func duration(_ generation: Episode.Generation) -> Duration? {
        let seconds = self[generation == .first ? "duration" : "videoDuration"].flexibleInt
        return seconds.flatMap { (1...Self.greatestSeconds).contains($0) ? .seconds($0) : nil }
    }

    /// The maximum duration, which is a week.
    private static var greatestSeconds: Int { 7 * 24 * 3600 }

    private var completeText: String? { isComplete ? text : nil }

    /// The text with white space collapsed; nil if it is empty.
    fileprivate var plainText: String? {
        guard let words = completeText?.withSingleSpaces, !words.isEmpty else { return nil }
        return words
    }
}

extension Span<UInt8> {
    /// Returns the last component of a path that is cut at a position; empty if there is none.
    fileprivate func lastStep(before end: Int) -> Range<Int> {
        let last = lastIndex(before: end) { $0 != UInt8(ascii: "/") }
        guard let last else { return 0..<0 }
        let slash = lastIndex(before: last) { $0 == UInt8(ascii: "/") }
        return (slash.map { $0 + 1 } ?? 0)..<last + 1
    }
}
