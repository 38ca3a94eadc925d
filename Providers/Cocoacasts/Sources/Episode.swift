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

    init(_ record: JSONValue) throws(MissingField) {
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
