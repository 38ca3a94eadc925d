internal import ForageCore
internal import Markup

/// Reads episodes from lists of either generation.
///
/// The first generation uses member names in snake case and excerpts in Markdown. The later one uses camel case and
/// plain text, and states neither the author nor the date of an episode.
enum Episode {
    /// The page of an episode without a known page of its own.
    static let frontPage: WebURL = "https://cocoacasts.com/"

    /// Returns the item of an episode. Its generation shows in its member names.
    static func draft(of episode: Field) throws(ProviderError) -> Draft {
        isLater(episode) ? try laterDraft(of: episode) : try firstDraft(of: episode)
    }

    private static func isLater(_ episode: Field) -> Bool {
        !episode["thumbnail_url"].exists
            && ["imageURL", "videoID", "videoDuration"].contains { episode[$0].exists }
    }

    private static func firstDraft(of episode: Field) throws(ProviderError) -> Draft {
        let image = episode["thumbnail_url"].webURL.map(EpisodeImage.init)
        var draft = try draft(of: episode, image: image)
        // No list contains the address of the page, but the folder of the image has the same name.
        draft.page = image?.folder.flatMap { WebURL("https://cocoacasts.com/\($0)") } ?? frontPage
        draft.summary = episode["excerpt"].text.flatMap(plainText)
        draft.creator = Creator(name: episode["author"].line)
        draft.collection = episode["collection"].line
        let label = episode["plus"].bool == true ? "Plus" : nil
        draft.tags = [episode["category"].line, label].compactMap(\.self)
        draft.publishedAt = episode["published_at"].time
        draft.duration = duration(episode["duration"])
        return draft
    }

    private static func laterDraft(of episode: Field) throws(ProviderError) -> Draft {
        var draft = try draft(of: episode, image: episode["imageURL"].webURL.map(EpisodeImage.init))
        draft.summary = episode["excerpt"].line
        draft.duration = duration(episode["videoDuration"])
        return draft
    }

    /// Returns an item with the facts that both generations name alike.
    private static func draft(of episode: Field, image: EpisodeImage?) throws(ProviderError) -> Draft {
        let number = try episode["id"].required(\.int)
        let title = try episode["title"].required(\.line)
        let id = localID(number, folder: image?.folder, title: title)
        var draft = Draft(localID: id, kind: .episode, title: title, page: frontPage)
        draft.renditions = image.map { [Rendition(.thumbnail, at: $0.url, mediaType: $0.mediaType)] } ?? []
        return draft
    }

    private static func plainText(of markdown: String) -> String? {
        let text = MarkdownText(markdown).text
        return text.isEmpty ? nil : text
    }

    /// Returns a duration from a number of seconds, of at most a week.
    private static func duration(_ seconds: Field) -> Duration? {
        seconds.int.flatMap { (1...7 * 24 * 3600).contains($0) ? .seconds($0) : nil }
    }
}

// MARK: - Names

extension Episode {
    /// Returns an ID with all names of an episode, because numbers and titles repeat: `12-optionals-chaining`.
    ///
    /// The title is left out if the folder of the image ends with it.
    private static func localID(_ number: Int, folder: String?, title: String) -> String {
        let name = name(for: title)
        let isNamed = name.isEmpty || "-\(folder ?? "")".hasSuffix("-\(name)")
        return [String(number), folder, isNamed ? nil : name].compactMap(\.self).joined(separator: "-")
    }

    /// Returns a title in the form of addresses: `whats-new-in-swift` for “What’s New in Swift?”.
    private static func name(for title: String) -> String {
        title.lowercased().prefix(120).filter { $0 != "'" && $0 != "’" }
            .split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}

/// The image of an episode, with the facts that its address contains: `https://cdn.example/owls/owls.svg`.
private struct EpisodeImage {
    let url: WebURL
    /// The name of the folder; nil if there is none or it cannot be the name of a page.
    let folder: String?
    let mediaType: String?

    init(at url: WebURL) {
        let steps = url.steps
        self.url = url
        folder = steps.dropLast().last.flatMap { Self.isPageName($0) ? String($0) : nil }
        let name = steps.last?.lowercased() ?? ""
        mediaType = Self.mediaTypes.first { name.hasSuffix($0.key) }?.value
    }

    /// Indicates whether a name consists of small letters, digits and hyphens.
    private static func isPageName(_ name: Substring) -> Bool {
        name.utf8.count <= 120
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                default: byte == UInt8(ascii: "-")
                }
            }
    }

    private static let mediaTypes = [
        ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
    ]
}
