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
    public var text: String { CreditLine(self).text }

    /// The credit as HTML, with every name escaped and every page linked.
    public var html: String { CreditLine(self).html }

    /// The credit as Markdown, with every name escaped and every page linked.
    public var markdown: String { CreditLine(self).markdown }
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
        writer.object { CreditLine(self).writeMembers(to: &$0) }
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
