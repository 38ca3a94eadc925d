internal import ForageCore
internal import Markup

/// A related topic or result: `{FirstURL, Icon, Result, Text}`.
///
/// `Text` contains the title and the description without a consistent separator. `Result` has the same content in HTML,
/// where the title is the link: `<a href="…">Barn owl</a> - A bird of prey`.
struct DuckDuckGoTopic {
    let draft: Draft

    /// Reads a topic; `heading` is the name of its group.
    init(_ topic: Field, under heading: String?, of answer: DuckDuckGoAnswer) throws(ProviderError) {
        let result = topic["Result"].text.map { HTMLFragment($0) }
        let anchor = result?.firstAnchor
        let text = topic["Text"].plainText ?? result?.text
        let title = [anchor?.text, text].compactMap(\.self).first { !$0.isEmpty }
        guard let title else { throw .missing(topic["Text"]) }
        let link = try topic["FirstURL"].required { $0.link ?? anchor.flatMap { WebURL(site: $0.href) } }
        let id = DuckDuckGoID(link, for: answer.words).description
        var draft = Draft(localID: id, kind: .topic, title: title, page: link)
        draft.summary = anchor?.description(in: text ?? title)
        draft.via = NamedLink(link.siteName, link)
        draft.tags = heading.map { [$0] } ?? []
        // The stated size is left out, because the file may exceed it according to the service.
        draft.renditions = topic["Icon"]["URL"].picture.map { [Rendition(.thumbnail, at: $0)] } ?? []
        self.draft = draft
    }

    /// A query for the topic. A link to the meanings of a word has the suffix “Meanings” in its title.
    var query: String {
        let isOfMeanings = draft.page.path.hasPrefix("/d/") && draft.title.hasSuffix(" Meanings")
        return isOfMeanings ? String(draft.title.dropLast(" Meanings".count)) : draft.title
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
        in list: Field, under heading: String?, of answer: DuckDuckGoAnswer,
        noting note: (DuckDuckGoTopic) -> Void = { _ in }
    ) {
        for entry in records(in: list, isOptional: true) {
            let topics = entry[ifPresent: "Topics"]
            if topics.exists {
                readTopics(in: topics, under: entry["Name"].plainText, of: answer, noting: note)
            } else {
                read(entry) { (entry) throws(ProviderError) in
                    let topic = try DuckDuckGoTopic(entry, under: heading, of: answer)
                    note(topic)
                    return topic.draft
                }
            }
        }
    }
}

extension HTMLFragment.Anchor {
    /// Returns the description of the link: the text after it, or the whole sentence if the link is inside one.
    fileprivate func description(in sentence: String) -> String? {
        // The text goes on in lower case after the link in “apples are fruit”.
        let isInSentence = !before.isEmpty || after.trimmingWhitespace().first?.isLowercase == true
        let description = isInSentence ? sentence : after.withoutLeadingSeparator
        return description.isEmpty ? nil : description
    }
}

extension String {
    /// The text without the dash, comma or colon that separates a title from its description.
    fileprivate var withoutLeadingSeparator: String {
        let text = trimmingWhitespace()
        let isSeparated =
            text.first.map("-–—,:;".contains) == true && text.dropFirst().first?.isWhitespace ?? true
        return String(isSeparated ? text.dropFirst().trimmingWhitespace() : text)
    }
}
