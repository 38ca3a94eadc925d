internal import ForageCore
internal import JSON
internal import Markup

/// A related topic or result: `{FirstURL, Icon, Result, Text}`.
///
/// `Text` contains the title and the description without a consistent separator. `Result` has the same content in HTML,
/// where the title is the link: `<a href="…">Barn owl</a> - A bird of prey`.
struct DuckDuckGoTopic {
    let link: WebURL
    let title: String
    let summary: String?
    private let icon: WebURL?

    init(_ topic: JSONValue) throws(ProviderError) {
        let result = topic["Result"].string.map { HTMLFragment($0) }
        let anchor = result?.firstAnchor
        let text = topic["Text"].plainText ?? result?.text
        guard let title = [anchor?.text, text].compactMap(\.self).first(where: { !$0.isEmpty }) else {
            throw .missing(topic["Text"])
        }
        self.title = title
        link = try topic["FirstURL"].required { $0.link ?? anchor.flatMap { WebURL(site: $0.href) } }
        summary = anchor?.description(in: text ?? title)
        icon = topic["Icon"]["URL"].picture
    }

    /// Returns the item of the topic; `heading` is the name of its group.
    func draft(under heading: String?, of answer: DuckDuckGoAnswer) -> Draft {
        let id = DuckDuckGoID(link, for: answer.words)
        var draft = Draft(localID: id.description, kind: .topic, title: title, page: link)
        draft.summary = summary
        draft.via = NamedLink(link.siteName, link)
        draft.tags = heading.map { [$0] } ?? []
        // The stated size is left out, because the file may exceed it according to the service.
        draft.renditions = icon.map { [Rendition(.thumbnail, at: $0)] } ?? []
        return draft
    }
}

extension DuckDuckGoTopic {
    /// A query for the topic. A link to the meanings of a word has the suffix “Meanings” in its title.
    var query: String {
        let suffix = " Meanings"
        return link.path.hasPrefix("/d/") && title.hasSuffix(suffix)
            ? String(title.dropLast(suffix.count)) : title
    }
}

extension DraftReader {
    /// Reads a list of topics. An entry with `Topics` is a group of topics with a `Name`.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - heading: The name of the group that contains the list.
    ///   - answer: The answer that contains the list.
    ///   - note: Called for each complete topic.
    mutating func readTopics(
        in list: JSONValue, under heading: String?, of answer: DuckDuckGoAnswer,
        noting note: (DuckDuckGoTopic) -> Void = { _ in }
    ) {
        let entries = records(in: list, isOptional: true)
        let groups = entries.filter { $0["Topics"].exists || $0["Name"].exists }
        compare(groups, with: DuckDuckGoTopic.groupShape)
        if groups.count < entries.count {
            compare(
                entries.filter { $0["Topics"].isMissing && $0["Name"].isMissing }, with: DuckDuckGoTopic.shape
            )
        }
        for entry in entries {
            if entry["Topics"].exists {
                readTopics(
                    in: entry["Topics"], under: entry["Name"].plainText, of: answer, noting: note)
            } else {
                read(entry) { (value) throws(ProviderError) in
                    let topic = try DuckDuckGoTopic(value)
                    note(topic)
                    return topic.draft(under: heading, of: answer)
                }
            }
        }
    }
}

extension HTMLFragment.Anchor {
    /// Returns the description of the link: the text after it, or the whole sentence if the link is inside one.
    fileprivate func description(in sentence: String) -> String? {
        let isInSentence = !before.isEmpty || after.continuesSentence
        let description = isInSentence ? sentence : after.withoutLeadingSeparator
        return description.isEmpty ? nil : description
    }
}

extension String {
    /// Indicates whether the text continues in lower case, as after the link in “apples are fruit”.
    fileprivate var continuesSentence: Bool {
        trimmingWhitespace().first?.isLowercase ?? false
    }

    /// The text without the dash, comma or colon that separates a title from its description.
    fileprivate var withoutLeadingSeparator: String {
        let text = trimmingWhitespace()
        guard let first = text.first, first.mayPart, text.dropFirst().first?.isWhitespace ?? true else {
            return String(text)
        }
        return String(text.dropFirst().trimmingWhitespace())
    }
}

extension Character {
    fileprivate var mayPart: Bool {
        switch self {
        case "-", "–", "—", ",", ":", ";": true
        default: false
        }
    }
}
