internal import ForageCore
internal import JSON

/// One record of a list, of either generation.
///
/// The first writes its names in snake case and its excerpts in Markdown. The later writes them in camel
/// case and in plain words, and says neither who made an episode nor when.
final class Episode {
    let title: String
    /// The name of its page, as far as the folder of its image tells: one that a series shares tells nothing.
    let slug: Slug?
    /// Numbers repeat and titles too, so it takes all that names an episode to tell it from the others.
    let localID: String
    private let image: WebURL?
    private let mediaType: String?
    private let generation: Generation
    private let record: JSONValue

    private enum Generation {
        case first, later
    }

    init(_ record: JSONValue) throws(MissingField) {
        self.record = record
        let number = try record["id"].required(\.flexibleInt)
        title = try record["title"].required(\.plainText)
        let thumbnail = record["thumbnail_url"]
        generation = thumbnail.exists || !Self.isLater(record) ? .first : .later
        image = (generation == .first ? thumbnail : record["imageURL"]).webURL
        let path = image?.path ?? ""
        slug = Slug(folderOf: path)
        mediaType = Self.mediaType(of: path)
        localID = Self.localID(number, slug, Slug(title))
    }

    private static func localID(_ number: Int, _ folder: Slug?, _ name: Slug?) -> String {
        let isNamed = folder.flatMap { folder in name.map(folder.ends) } ?? false
        let ending = isNamed ? "" : name.map { "-" + $0.text } ?? ""
        return String(joining: String(number), folder == nil ? "" : "-", folder?.text ?? "", ending)
    }

    /// Whether its page is named like its image's folder; nothing is known of the later generation's.
    var hasKnownPage: Bool { generation == .first && slug != nil }

    func draft(at page: WebURL) -> Draft {
        var draft = Draft(localID: localID, kind: .episode, title: title, page: page)
        draft.summary = summary
        draft.creator = Creator(name: record["author"].plainText)
        draft.collection = record["collection"].plainText
        draft.tags = tags
        draft.publishedAt = record["published_at"].time
        draft.duration = duration
        if let image { draft.renditions = [Rendition(.thumbnail, at: image, mediaType: mediaType)] }
        return draft
    }

    private var summary: String? {
        let excerpt = record["excerpt"]
        guard generation == .first else { return excerpt.plainText }
        return excerpt.completeText.flatMap { MarkdownText($0).plain }
    }

    /// The category, and the service's own word for what only subscribers may watch.
    private var tags: [String] {
        let category = record["category"].plainText
        if record["plus"].bool != true { return category.map { [$0] } ?? [] }
        return category.map { [$0, "Plus"] } ?? ["Plus"]
    }

    private var duration: Duration? {
        let seconds = record[generation == .first ? "duration" : "videoDuration"].flexibleInt
        return seconds.flatMap { (1...Self.greatestSeconds).contains($0) ? .seconds($0) : nil }
    }

    /// Nothing plays for longer than a week.
    private static let greatestSeconds = 7 * 24 * 3600
}

extension Episode {
    /// What the end of a path says of the file.
    private static func mediaType(of path: String) -> String? {
        let path = path.utf8.span
        let point = path.lastIndex(before: path.count) { $0 == UInt8(ascii: ".") }
        switch point.map({ path.extracting(($0 + 1)...).text.lowercased() }) {
        case "svg": return "image/svg+xml"
        case "png": return "image/png"
        case "jpg", "jpeg": return "image/jpeg"
        default: return nil
        }
    }
}

extension JSONValue {
    fileprivate var completeText: String? { isComplete ? text : nil }

    /// A text for people with its white space folded; nil if nothing is left.
    fileprivate var plainText: String? {
        guard let words = completeText?.withSingleSpaces, !words.isEmpty else { return nil }
        return words
    }
}
