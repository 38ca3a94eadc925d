package import JSON

/// The credit of an item, which must be shown with it.
///
/// It always has a source and a page. The creator and the licence are either stated or marked as unknown.
public struct Attribution: Hashable, Sendable {
    /// The title of the item.
    public var title: String
    /// The page of the item at its source.
    public var page: WebURL
    /// The source of the item, with the source's own link: `Wikipedia`, `Unsplash`.
    public var source: NamedLink
    /// The creator of the item.
    public var creator: Known<Creator>
    /// The licence of the item.
    public var licence: Known<Licence>
    /// The line that a service requires with its results, such as "Results from DuckDuckGo".
    public var serviceLine: NamedLink?

    /// Creates a credit.
    public init(
        title: String, page: WebURL, source: NamedLink, creator: Known<Creator>, licence: Known<Licence>,
        serviceLine: NamedLink? = nil
    ) {
        self.title = title
        self.page = page
        self.source = source
        self.creator = creator
        self.licence = licence
        self.serviceLine = serviceLine
    }
}

extension Attribution {
    /// The credit as plain text. The page comes last, so that no following character can be read as part of its
    /// address.
    public var text: String {
        let words = written(in: .text)
        return words + (words.hasSuffix(".") ? " " : ". ") + page.text
    }

    /// The credit as HTML, with every name escaped and every page linked.
    public var html: String { written(in: .html) }

    /// The credit as Markdown, with every name escaped and every page linked.
    public var markdown: String { written(in: .markdown) }

    private func written(in style: CreditStyle) -> String {
        var credit = style.title(title, page)
        if case .known(let creator) = creator { credit += " by " + style.link(creator.name, creator.url) }
        credit += ", from " + style.link(source.name, source.url)
        if case .known(let licence) = licence {
            credit += " (" + style.link(licence.name, licence.url) + ")"
        } else {
            credit += " (licence unknown)"
        }
        if let serviceLine { credit += ". " + style.link(serviceLine.name, serviceLine.url) }
        return credit
    }
}

extension Attribution {
    /// Reads a stored credit; nil if the value is not a credit.
    package init?(_ value: JSONValue) {
        guard let title = value["title"].string, let page = value["page"].webURL,
            let source = NamedLink(value["source"])
        else { return nil }
        self.init(
            title: title, page: page, source: source, creator: Known(Creator(value["creator"])),
            licence: Known(Licence(value["licence"])), serviceLine: NamedLink(value["service"]))
    }

    /// Writes the credit in the form that `init(_:)` reads. Unknown facts are left out.
    package func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("title", title)
            writer.member("page", page.text)
            writer.named("source", source.name, at: source.url)
            if let creator = creator.fact { writer.named("creator", creator.name, at: creator.url) }
            if let licence = licence.fact {
                writer.named("licence", licence.name, at: licence.url, id: licence.id)
            }
            if let serviceLine { writer.named("service", serviceLine.name, at: serviceLine.url) }
        }
    }
}

/// A way of writing names and links.
private enum CreditStyle {
    case text, html, markdown

    /// A title. In plain text it has quotation marks to separate it from the words around it.
    func title(_ title: String, _ page: WebURL) -> String {
        self == .text ? "\"\(title.onOneLine)\"" : link(title, page)
    }

    func link(_ name: String, _ url: WebURL?) -> String {
        let name = name.onOneLine
        return switch (self, url) {
        case (.text, _): name
        case (.html, nil): name.escapedForHTML
        case (.markdown, nil): name.escapedForMarkdown
        case (.html, let url?): "<a href=\"\(url.text.escapedForHTML)\">\(name.escapedForHTML)</a>"
        case (.markdown, let url?): "[\(name.escapedForMarkdown)](<\(url.text)>)"
        }
    }
}

/// The creator of an item.
public struct Creator: Hashable, Sendable {
    /// The name as the source gives it.
    public var name: String
    /// The creator's own page at the source.
    public var url: WebURL?

    /// Creates a creator; nil if the name has no visible character, so that an empty name is never credited.
    public init?(name: String?, url: WebURL? = nil) {
        guard let name = name?.trimmingWhitespace(), name.isVisible else { return nil }
        self.name = String(name)
        self.url = url
    }
}

/// A name with a link to its page.
public struct NamedLink: Hashable, Sendable {
    /// The words to show.
    public var name: String
    /// The address of the page.
    public var url: WebURL

    /// Pairs a name with its page.
    public init(_ name: String, _ url: WebURL) {
        self.name = name
        self.url = url
    }
}

/// A fact that is either stated or marked as unknown.
///
/// Unlike an optional, it cannot be ignored by accident.
public enum Known<Fact: Hashable & Sendable>: Hashable, Sendable {
    /// The source states it.
    case known(Fact)
    /// The source does not state it.
    case unknown

    /// Creates a known fact, or an unknown one from nil.
    public init(_ fact: Fact?) { self = fact.map(Known.known) ?? .unknown }

    /// The fact, if it is known.
    public var fact: Fact? {
        if case .known(let fact) = self { fact } else { nil }
    }
}

extension JSONWriter {
    /// Writes an object with a name and, if there is one, a page.
    mutating func named(_ key: String, _ name: String, at url: WebURL?, id: String? = nil) {
        self.key(key)
        object { writer in
            writer.member("id", id)
            writer.member("name", name)
            writer.member("url", url?.text)
        }
    }
}

extension Creator {
    fileprivate init?(_ value: JSONValue) {
        self.init(name: value["name"].string, url: value["url"].webURL)
    }
}

extension Licence {
    fileprivate init?(_ value: JSONValue) {
        guard let id = value["id"].string, let name = value["name"].string else { return nil }
        self.init(id: id, name: name, url: value["url"].webURL)
    }
}

extension NamedLink {
    fileprivate init?(_ value: JSONValue) {
        guard let name = value["name"].string, let url = value["url"].webURL else { return nil }
        self.init(name, url)
    }
}
