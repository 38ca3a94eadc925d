package import JSON

/// The parts of a credit as they are written in one line. A part that is nil is unknown and left out, except the
/// licence, whose absence is stated.
package struct CreditLine: Hashable, Sendable {
    package var title: String
    /// The page of the work at its source.
    package var page: WebURL?
    package var source: NamedLink?
    package var creator: Creator?
    package var licence: Licence?
    /// The line that a service requires.
    package var serviceLine: NamedLink?

    package init(
        title: String, page: WebURL? = nil, source: NamedLink? = nil, creator: Creator? = nil,
        licence: Licence? = nil, serviceLine: NamedLink? = nil
    ) {
        self.title = title
        self.page = page
        self.source = source
        self.creator = creator
        self.licence = licence
        self.serviceLine = serviceLine
    }

    package init(_ credit: Attribution) {
        self.init(
            title: credit.title, page: credit.page, source: credit.source, creator: credit.creator.fact,
            licence: credit.licence.fact, serviceLine: credit.serviceLine)
    }

    /// The credit as plain text. The page comes last, so that no following character can be read as part of its
    /// address.
    package var text: String {
        let words = written(in: .text)
        guard let page else { return words }
        return words + (words.hasSuffix(".") ? " " : ". ") + page.text
    }

    /// The credit as HTML, with every name escaped and every page linked.
    package var html: String { written(in: .html) }

    /// The credit as Markdown, with every name escaped and every page linked.
    package var markdown: String { written(in: .markdown) }

    private func written(in style: CreditStyle) -> String {
        var credit = style.title(title, page)
        if let creator { credit += " by " + style.link(creator.name, creator.url) }
        if let source { credit += ", from " + style.link(source.name, source.url) }
        credit += " (" + (licence.map { style.link($0.name, $0.url) } ?? "licence unknown") + ")"
        if let serviceLine { credit += ". " + style.link(serviceLine.name, serviceLine.url) }
        return credit
    }

    /// Writes the members of the credit's object. Unknown parts are left out.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("title", title)
        writer.member("page", page?.text)
        if let source { writer.named("source", source.name, at: source.url) }
        if let creator { writer.named("creator", creator.name, at: creator.url) }
        if let licence { writer.named("licence", licence.name, at: licence.url, id: licence.id) }
        if let serviceLine { writer.named("service", serviceLine.name, at: serviceLine.url) }
    }
}

/// A way of writing names and links.
private enum CreditStyle {
    case text, html, markdown

    /// A title. In plain text it has quotation marks to separate it from the words around it.
    func title(_ title: String, _ page: WebURL?) -> String {
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
