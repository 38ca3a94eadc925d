internal import ForageCore
internal import Markup

/// Reads episodes from lists of either generation.
///
/// The first generation uses member names in snake case and excerpts in Markdown. The later one uses camel case and
/// plain text, and states neither the author nor the date of an episode.
enum Episode {
    /// The page of an episode without a known page of its own.
    static let frontPage: WebURL = "https://cocoacasts.com/"

    /// Returns the item of an episode.
    static func draft(of episode: Field) throws(ProviderError) -> Draft {
        isLater(episode) ? try laterDraft(of: episode) : try firstDraft(of: episode)
    }

    private static func isLater(_ episode: Field) -> Bool {
        !episode["thumbnail_url"].exists
            && ["imageURL", "videoID", "videoDuration"].contains { episode[$0].exists }
    }

    private static func firstDraft(of episode: Field) throws(ProviderError) -> Draft {
        let image = episode["thumbnail_url"].webURL
        var draft = try draft(of: episode, image: image)
        // No list contains the address of the page, but the folder of the image has the same name.
        draft.page = image?.folder.flatMap { WebURL("https://cocoacasts.com/\($0)") } ?? frontPage
        draft.summary = episode["excerpt"].text.flatMap(plainText)
        draft.creator = Creator(name: episode["author"].line)
        draft.collection = episode["collection"].line
        // The second tag marks episodes that require a subscription.
        draft.tags = [episode["category"].line, episode["plus"].bool == true ? "Plus" : nil].compactMap(
            \.self)
        draft.publishedAt = episode["published_at"].time
        draft.duration = duration(episode["duration"])
        return draft
    }

    private static func laterDraft(of episode: Field) throws(ProviderError) -> Draft {
        var draft = try draft(of: episode, image: episode["imageURL"].webURL)
        draft.summary = episode["excerpt"].line
        draft.duration = duration(episode["videoDuration"])
        return draft
    }

    /// Returns an item with the facts that both generations name alike.
    private static func draft(of episode: Field, image: WebURL?) throws(ProviderError) -> Draft {
        let number = try episode["id"].required(\.int)
        let title = try episode["title"].required(\.line)
        let id = localID(number, folder: image?.folder, title: title)
        var draft = Draft(localID: id, kind: .episode, title: title, page: frontPage)
        draft.renditions = image.map { [Rendition(.thumbnail, at: $0, mediaType: $0.mediaType)] } ?? []
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

    /// Returns a title in the form of addresses: `what-s-new` for “What, s new?”, but `whats-new` for “What’s New?”.
    private static func name(for title: String) -> String {
        title.lowercased().prefix(120).filter { $0 != "'" && $0 != "’" }
            .split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    }
}

extension WebURL {
    /// The name of the folder of an image; nil if there is none or it cannot be the name of a page.
    fileprivate var folder: String? {
        guard let folder = steps.dropLast().last, folder.utf8.count <= 120,
            folder.allSatisfy({ $0 == "-" || ("a"..."z").contains($0) || ("0"..."9").contains($0) })
        else { return nil }
        return String(folder)
    }

    /// The media type for the ending of the file's name.
    fileprivate var mediaType: String? {
        let name = steps.last?.lowercased() ?? ""
        return Self.mediaTypes.first { name.hasSuffix($0.key) }?.value
    }

    private static let mediaTypes = [
        ".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg",
    ]
}
