internal import ForageCore
internal import JSON

/// One record of a list, of either generation.
///
/// The first writes its names in snake case and its excerpts in Markdown. The later writes them in camel
/// case and in plain words, and says neither who made an episode nor when.
struct Episode: ~Copyable {
    let localID: String
    /// The name of its page, as far as the folder of its image tells: one that a series shares tells nothing.
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

    /// The item, at its own page as far as that can be told, else at the site's front page.
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

    /// Nothing is known of the later generation's pages.
    private var page: WebURL? { generation == .first ? slug.flatMap(EpisodePages.page) : nil }

    /// Numbers repeat and titles too, so it takes all that names an episode to tell it from the others.
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
    /// What a list of one generation has of each episode.
    static func shape(of records: [JSONValue]) -> RecordShape {
        records.contains(where: isLater) ? laterShape : firstShape
    }

    /// Whether a record is of the later generation.
    static func isLater(_ record: JSONValue) -> Bool {
        // Nearly all are of the first, which this tells at once.
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

/// The pages of episodes, which no list tells.
///
/// An image lies in a folder named like its episode's page, unless several episodes share the image.
/// Where the page cannot be told, the site's front page is.
struct EpisodePages {
    static let frontPage = CocoacastsProvider.registration.info.site

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

/// What the address of an episode's image tells beside where it is.
struct ImagePath {
    /// The name of the folder that it lies in; nil without one, and for what is no slug.
    let slug: Slug?
    let mediaType: String?

    init(_ image: WebURL) {
        let path = image.text.utf8.span.extracting(image.pathRange)
        let name = path.lastStep(before: path.count)
        slug = Slug(path.extracting(path.lastStep(before: name.lowerBound)))
        mediaType = Self.mediaType(of: path.extracting(name))
    }

    /// What the ending of a name says of the file.
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

    /// The category, and the service's own word for what only subscribers may watch.
    fileprivate var tags: [String] {
        let category = self["category"].plainText
        if self["plus"].bool != true { return category.map { [$0] } ?? [] }
        return category.map { [$0, "Plus"] } ?? ["Plus"]
    }

    fileprivate func duration(_ generation: Episode.Generation) -> Duration? {
        let seconds = self[generation == .first ? "duration" : "videoDuration"].flexibleInt
        return seconds.flatMap { (1...Self.greatestSeconds).contains($0) ? .seconds($0) : nil }
    }

    /// Nothing plays for longer than a week.
    private static var greatestSeconds: Int { 7 * 24 * 3600 }

    private var completeText: String? { isComplete ? text : nil }

    /// A text for people with its white space folded; nil if nothing is left.
    fileprivate var plainText: String? {
        guard let words = completeText?.withSingleSpaces, !words.isEmpty else { return nil }
        return words
    }
}

extension Span<UInt8> {
    /// The last step of a path that is cut before a place; empty if there is none.
    fileprivate func lastStep(before end: Int) -> Range<Int> {
        let last = lastIndex(before: end) { $0 != UInt8(ascii: "/") }
        guard let last else { return 0..<0 }
        let slash = lastIndex(before: last) { $0 == UInt8(ascii: "/") }
        return (slash.map { $0 + 1 } ?? 0)..<last + 1
    }
}
