internal import ForageCore
internal import JSON
internal import Markup

/// An instant answer to some words, and its main items.
///
/// Any part may be missing. An empty value is either absent or `""`.
struct DuckDuckGoAnswer {
    let root: JSONValue
    let words: String
    /// The web page that shows the same answer.
    let page: WebURL
    /// The subject of the answer.
    let heading: String?

    init(_ root: JSONValue, to words: String) {
        self.root = root
        self.words = words
        page = DuckDuckGoID(.answer, for: words).resultPage ?? "https://duckduckgo.com/"
        heading = root["Heading"].plainText
    }

    /// The members that every answer has, even an empty one, and that this answer lacks.
    var lacks: [JSONValue] {
        guard root.isComplete else { return [] }
        let answer = root["Answer"]
        let isAnswer =
            answer.kind == .object
            ? answer["result"].exists : [.string, .number, .null].contains(answer.kind)
        return (isAnswer ? [] : [answer]) + (root["Definition"].kind == .string ? [] : [root["Definition"]])
            + (root["RelatedTopics"].kind == .array ? [] : [root["RelatedTopics"]])
    }

    // MARK: - Items

    /// The computed answer: a conversion, a sum, a colour. Widgets are objects with an empty `result`.
    var computed: Draft? {
        let value = root["Answer"].kind == .object ? root["Answer"]["result"] : root["Answer"]
        guard value.isComplete, let answer = value.answerText else { return nil }
        // A long answer, such as filler text, is not suitable as a title.
        guard answer.count > 100 else { return draft(.answer, title: answer, at: page) }
        return draft(.answer, title: heading ?? words, at: page, summary: answer)
    }

    /// The article about the subject, from a source such as Wikipedia.
    var article: Draft? {
        let summary = root["AbstractText"].plainText ?? root["Abstract"].plainText
        let picture = root["Image"].picture
        guard summary != nil || picture != nil else { return nil }
        guard knows("AbstractSource", "AbstractURL", "Heading", "Image") else { return nil }
        let link = root["AbstractURL"].link
        var draft = draft(.article, title: heading ?? words, at: link ?? page, summary: summary)
        draft.via = source(named: root["AbstractSource"], at: link)
        if link?.isWikipedia == true { draft.licence = .wikipediaText }
        if let picture {
            let size = root.pixelSize(width: "ImageWidth", height: "ImageHeight")
            draft.renditions = [Rendition(.regular, at: picture, size: size)]
        }
        return draft
    }

    /// The definition of a word.
    var definition: Draft? {
        guard let summary = root["Definition"].plainText,
            knows("DefinitionSource", "DefinitionURL", "Heading")
        else { return nil }
        let link = root["DefinitionURL"].link
        var draft = draft(.definition, title: heading ?? words, at: link ?? page, summary: summary)
        draft.via = source(named: root["DefinitionSource"], at: link)
        return draft
    }

    // MARK: - Facts

    /// Indicates whether the members are completely known. If an answer was cut off, missing members may have followed.
    private func knows(_ keys: String...) -> Bool {
        root.isComplete || keys.allSatisfy { root[$0].isComplete }
    }

    private func draft(
        _ part: DuckDuckGoID.Part, title: String, at link: WebURL, summary: String? = nil
    ) -> Draft {
        let id = DuckDuckGoID(part, for: words)
        var draft = Draft(localID: id.description, kind: .answer, title: title, page: link)
        draft.summary = summary
        return draft
    }

    /// Returns the source. `meta.src_name` is not used, because it is a placeholder in empty answers.
    private func source(named name: JSONValue, at link: WebURL?) -> NamedLink? {
        let name = name.plainText ?? link?.siteName
        return name.map { NamedLink($0, link ?? page) }
    }
}

extension DuckDuckGoAnswer {
    /// The members that every answer has, even an empty one. The answer itself may have any type.
    static let shape: RecordShape = [
        "Heading": .text.orNothing, "AbstractText": .text.orNothing, "AbstractSource": .text.orNothing,
        "AbstractURL": .text.orNothing, "Definition": .text.orNothing, "DefinitionSource": .text.orNothing,
        "DefinitionURL": .text.orNothing, "Image": .text.orNothing, "ImageWidth": .number.orNothing,
        "ImageHeight": .number.orNothing, "RelatedTopics": .list.orNothing, "Results": .list.orNothing,
    ]
}

extension DuckDuckGoTopic {
    static let shape: RecordShape = [
        "Result": .text, "Text": .text, "Icon": .object.orNothing, "Icon/URL": .text.orNothing,
    ]

    /// The shape of a group of topics.
    static let groupShape: RecordShape = ["Name": .text, "Topics": .list.orNothing]
}

extension JSONValue {
    /// The text with entities decoded and white space collapsed; nil for `""`.
    var plainText: String? {
        guard isComplete, let text else { return nil }
        let plain = text.isMarkup ? HTMLFragment(text).text : HTMLFragment(decodingEntitiesOf: text).text
        return plain.isEmpty ? nil : plain
    }

    /// An answer in words or as a number. Entities are not decoded, because they may be the subject of the query.
    var answerText: String? {
        if kind == .number { return numberAsWritten }
        guard let text else { return nil }
        return text.isMarkup ? plainText : text.withSingleSpaces
    }

    /// An address, which may be relative to the site: `/i/832f249b.png`.
    var link: WebURL? { isComplete ? text.flatMap { WebURL(site: $0) } : nil }

    /// The address of a picture. A site's icon is excluded, because it is too small.
    var picture: WebURL? { link.flatMap { $0.path.lowercased().hasSuffix(".ico") ? nil : $0 } }
}

extension WebURL {
    /// Parses an address as a link on DuckDuckGo's own pages.
    init?(site text: String) {
        if text.hasPrefix("//") {
            self.init("https:" + text)
        } else {
            self.init(text.hasPrefix("/") ? "https://duckduckgo.com" + text : text)
        }
    }

    /// The name of the site, derived from its address.
    var siteName: String {
        let name = host.hasPrefix("www.") && host != "www." ? String(host.dropFirst(4)) : host
        return name == "duckduckgo.com" ? "DuckDuckGo" : name
    }
}

extension Licence {
    /// The licence of the text only. Each picture in an article has its own licence.
    fileprivate static let wikipediaText = Licence(
        id: "cc-by-sa-4.0", name: "CC BY-SA 4.0 for the text",
        url: "https://creativecommons.org/licenses/by-sa/4.0/")
}

extension WebURL {
    fileprivate var isWikipedia: Bool { host == "wikipedia.org" || host.hasSuffix(".wikipedia.org") }
}

extension String {
    /// Indicates whether the text is certainly HTML; `vector<int>` and `a < b` are not.
    fileprivate var isMarkup: Bool {
        let bytes = utf8.span
        var end = 0
        while let start = bytes.firstIndex(from: end, where: { $0 == UInt8(ascii: "<") }) {
            end = start + 1
            if end < bytes.count, bytes[end] == UInt8(ascii: "/") { return true }
        }
        return end > 0 && lowercased().contains("<br")
    }
}
