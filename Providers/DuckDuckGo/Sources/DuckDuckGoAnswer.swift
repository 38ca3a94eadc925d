internal import ForageCore
internal import Markup

/// An instant answer to some words, and its main items.
///
/// Any part may be missing. An empty value is either absent or `""`.
struct DuckDuckGoAnswer {
    let root: Field
    let words: String
    /// The subject of the answer.
    let heading: String?
    /// The web page that shows the same answer.
    private let page: WebURL

    init(_ root: Field, to words: String) {
        self.root = root
        self.words = words
        page = DuckDuckGoID("answer", for: words).resultPage ?? "https://duckduckgo.com/"
        heading = root["Heading"].plainText
    }

    /// The members that every answer has, even an empty one, and that this answer lacks.
    var lacks: [Field] {
        guard root.isComplete else { return [] }
        let answer = root["Answer"].isObject ? root["Answer"]["result"] : root["Answer"]
        let isAnswer = answer.exists && (answer.isText || answer.isNull || answer.textOrNumber != nil)
        let (definition, topics) = (root["Definition"], root["RelatedTopics"])
        return (isAnswer ? [] : [root["Answer"]]) + (definition.isText ? [] : [definition])
            + (topics.isList ? [] : [topics])
    }

    // MARK: - Items

    /// The computed answer: a conversion, a sum, a colour. Widgets are objects with an empty `result`.
    var computed: Draft? {
        let value = root["Answer"].isObject ? root["Answer"]["result"] : root["Answer"]
        guard value.isComplete, let answer = value.answerText else { return nil }
        // A long answer, such as filler text, is not suitable as a title.
        guard answer.count > 100 else { return draft("answer", title: answer, at: page) }
        return draft("answer", title: heading ?? words, at: page, summary: answer)
    }

    /// The article about the subject, from a source such as Wikipedia.
    var article: Draft? {
        let summary = root["AbstractText"].plainText ?? root[ifPresent: "Abstract"].plainText
        let size = root.pixelSize(width: "ImageWidth", height: "ImageHeight")
        let files = root["Image"].picture.map { [Rendition(.regular, at: $0, size: size)] } ?? []
        guard knows("Image") else { return nil }
        return entry("article", from: "Abstract", summary, files)
    }

    /// The definition of a word.
    var definition: Draft? { entry("definition", from: "Definition", root["Definition"].plainText) }

    /// Returns an item with a source; nil if there is neither a text nor a file.
    private func entry(
        _ part: String, from member: String, _ summary: String?, _ files: [Rendition] = []
    ) -> Draft? {
        // `meta.src_name` is not used, because it is a placeholder in empty answers.
        let (link, name) = (root["\(member)URL"].link, root["\(member)Source"].plainText)
        let isKnown = knows("\(member)Source", "\(member)URL", "Heading")
        guard isKnown, summary != nil || !files.isEmpty else { return nil }
        var draft = draft(part, title: heading ?? words, at: link ?? page, summary: summary)
        draft.renditions = files
        draft.via = (name ?? link?.siteName).map { NamedLink($0, link ?? page) }
        if link?.isWikipedia == true { draft.licence = .wikipediaText }
        return draft
    }

    /// Indicates whether the members are completely known. If an answer was cut off, missing members may have followed.
    private func knows(_ keys: String...) -> Bool {
        root.isComplete || keys.allSatisfy { root[$0].isComplete }
    }

    private func draft(_ part: String, title: String, at link: WebURL, summary: String? = nil) -> Draft {
        var draft = Draft(
            localID: "\(DuckDuckGoID(part, for: words))", kind: .answer, title: title, page: link)
        draft.summary = summary
        return draft
    }
}

extension Field {
    /// The text with entities decoded and white space collapsed; nil for `""`.
    var plainText: String? {
        guard let text, isComplete else { return nil }
        let plain = text.isMarkup ? HTMLFragment(text).text : HTMLFragment(decodingEntitiesOf: text).text
        return plain.isEmpty ? nil : plain
    }

    /// An answer in words or as a number. Entities are not decoded, because they may be the subject of the query.
    fileprivate var answerText: String? {
        guard isText else { return textOrNumber }
        return text?.isMarkup == true ? plainText : line
    }

    /// An address, which may be relative to the site: `/i/832f249b.png`.
    var link: WebURL? { isComplete ? text.flatMap { WebURL(site: $0) } : nil }

    /// The address of a picture. A site's icon is excluded, because it is too small.
    var picture: WebURL? { link.flatMap { $0.path.lowercased().hasSuffix(".ico") ? nil : $0 } }
}

extension WebURL {
    /// Parses an address as a link on DuckDuckGo's own pages.
    init?(site text: String) {
        let start = text.hasPrefix("//") ? "https:" : text.hasPrefix("/") ? "https://duckduckgo.com" : ""
        self.init(start + text)
    }

    /// The name of the site, derived from its address.
    var siteName: String {
        let name = host.hasPrefix("www.") && host != "www." ? String(host.dropFirst(4)) : host
        return name == "duckduckgo.com" ? "DuckDuckGo" : name
    }

    fileprivate var isWikipedia: Bool { host == "wikipedia.org" || host.hasSuffix(".wikipedia.org") }
}

extension Licence {
    /// The licence of the text only. Each picture in an article has its own licence.
    fileprivate static let wikipediaText = Licence(
        id: "cc-by-sa-4.0", name: "CC BY-SA 4.0 for the text",
        url: "https://creativecommons.org/licenses/by-sa/4.0/")
}

extension String {
    /// Indicates whether the text is certainly HTML; `vector<int>` and `a < b` are not.
    fileprivate var isMarkup: Bool { contains("<") && (contains("</") || lowercased().contains("<br")) }
}
