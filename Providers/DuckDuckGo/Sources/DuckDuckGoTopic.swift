internal import ForageCore
internal import JSON
internal import Markup

/// One related topic or result: `{FirstURL, Icon, Result, Text}`.
///
/// `Text` runs title and description together without a rule. `Result` is the same in HTML, where the
/// title is the link: `<a href="…">Barn owl</a> - A bird of prey`.
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

    /// The item of the topic; `heading` is what it was listed under.
    func draft(under heading: String?, of answer: DuckDuckGoAnswer) -> Draft {
        let id = DuckDuckGoID(link, for: answer.words)
        var draft = Draft(localID: id.description, kind: .topic, title: title, page: link)
        draft.summary = summary
        draft.via = NamedLink(link.siteName, link)
        draft.tags = heading.map { [$0] } ?? []
        // Without its stated size, which the service says that the file may exceed.
        draft.renditions = icon.map { [Rendition(.thumbnail, at: $0)] } ?? []
        return draft
    }
}

extension DuckDuckGoTopic {
    /// What to search for to learn of it. A link to the meanings of a word says so in its title.
    var query: String {
        let suffix = " Meanings"
        return link.path.hasPrefix("/d/") && title.hasSuffix(suffix)
            ? String(title.dropLast(suffix.count)) : title
    }
}

extension DraftReader {
    /// Reads a list of topics. An entry that has `Topics` is a group of them with a `Name`.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - heading: What it stands under.
    ///   - answer: What it is a part of.
    ///   - note: Is told of each topic that came whole.
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
    /// What is said of the link: the words behind it, or the whole where it stands inside a sentence.
    fileprivate func description(in sentence: String) -> String? {
        let isInSentence = !before.isEmpty || after.continuesSentence
        let description = isInSentence ? sentence : after.withoutLeadingSeparator
        return description.isEmpty ? nil : description
    }
}

extension String {
    /// Whether this goes on in lower case, as behind the link of “apples are fruit”.
    fileprivate var continuesSentence: Bool {
        trimmingWhitespace().first?.isLowercase ?? false
    }

    /// Without the dash, comma or colon that parts a title from what is said of it.
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
