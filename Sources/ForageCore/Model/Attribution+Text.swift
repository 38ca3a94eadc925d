extension Attribution {
    /// The credit in plain words. Words cannot be links, so the page stands at the end, where no sign follows
    /// that could be taken for a part of its address.
    public var text: String {
        let words = written(in: .text)
        return words + (words.hasSuffix(".") ? " " : ". ") + page.text
    }

    /// The credit as HTML, every name escaped and every page linked.
    public var html: String { written(in: .html) }

    /// The credit as Markdown, every name escaped and every page linked.
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

/// A way of writing names and links.
private enum CreditStyle {
    case text, html, markdown

    /// A title that is no link needs quotation marks to be told from the words around it.
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
