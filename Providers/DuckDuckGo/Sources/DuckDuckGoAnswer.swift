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
        page = DuckDuckGoID(.answer, for: words).resultPage ?? "https://duckduckgo.com/"
        heading = root["Heading"].plainText
    }

    /// The members that every answer has, even an empty one, and that this answer lacks.
    var lacks: [Field] {
        guard root.isComplete else { return [] }
        let (answer, definition, topics) = (root["Answer"], root["Definition"], root["RelatedTopics"])
        let isAnswer =
            answer.isObject
            ? answer["result"].exists : answer.isText || answer.isNull || answer.textOrNumber != nil
        return (isAnswer ? [] : [answer]) + (definition.isText ? [] : [definition])
            + (topics.isList ? [] : [topics])
    }

    // MARK: - Items

    /// The computed answer: a conversion, a sum, a colour. Widgets are objects with an empty `result`.
    var computed: Draft? {
        let value = root["Answer"].isObject ? root["Answer"]["result"] : root["Answer"]
        guard value.isComplete, let answer = value.answerText else { return nil }
        // A long answer, such as filler text, is not suitable as a title.
        guard answer.count > 100 else { return draft(.answer, title: answer, at: page) }
        return draft(.answer, title: heading ?? words, at: page, summary: answer)
    }

    /// The article about the subject, from a source such as Wikipedia.
    var article: Draft? {
        let summary = root["AbstractText"].plainText ?? root[ifPresent: "Abstract"].plainText
        let picture = root["Image"].picture
        let size = root.pixelSize(width: "ImageWidth", height: "ImageHeight")
        let source = source("Abstract")
        guard summary != nil || picture != nil, knows("AbstractSource", "AbstractURL", "Heading", "Image")
        else {
            return nil
        }
        var draft = draft(.article, title: heading ?? words, at: source.link ?? page, summary: summary)
        draft.via = source.name
        if source.link?.isWikipedia == true { draft.licence = .wikipediaText }
        draft.renditions = picture.map { [Rendition(.regular, at: $0, size: size)] } ?? []
        return draft
    }

    /// The definition of a word.
    var definition: Draft? {
        let summary = root["Definition"].plainText
        let source = source("Definition")
        guard let summary, knows("DefinitionSource", "DefinitionURL", "Heading") else { return nil }
        var draft = draft(.definition, title: heading ?? words, at: source.link ?? page, summary: summary)
        draft.via = source.name
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
        let id = DuckDuckGoID(part, for: words).description
        var draft = Draft(localID: id, kind: .answer, title: title, page: link)
        draft.summary = summary
        return draft
    }

    /// Returns the source of a part. `meta.src_name` is not used, because it is a placeholder in empty answers.
    private func source(_ part: String) -> (name: NamedLink?, link: WebURL?) {
        let link = root["\(part)URL"].link
        let name = root["\(part)Source"].plainText ?? link?.siteName
        return (name.map { NamedLink($0, link ?? page) }, link)
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
    fileprivate var isMarkup: Bool {
        utf8.contains(UInt8(ascii: "<")) && (contains("</") || lowercased().contains("<br"))
    }
}
