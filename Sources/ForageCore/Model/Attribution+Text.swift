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
        var credit = ""
        // More than most need; it would grow time and again else.
        credit.reserveCapacity(512)
        style.write(title: title, page, to: &credit)
        if case .known(let creator) = creator {
            credit += " by "
            style.write(creator.name, creator.url, to: &credit)
        }
        credit += ", from "
        style.write(source.name, source.url, to: &credit)
        if case .known(let licence) = licence {
            credit += " ("
            style.write(licence.name, licence.url, to: &credit)
            credit += ")"
        } else {
            credit += " (licence unknown)"
        }
        if let serviceLine {
            credit += ". "
            style.write(serviceLine.name, serviceLine.url, to: &credit)
        }
        return credit
    }
}

/// A way of writing names and links.
private enum CreditStyle {
    case text, html, markdown

    /// A title that is no link needs quotation marks to be told from the words around it.
    func write(title: String, _ page: WebURL, to credit: inout String) {
        let quote = self == .text ? "\"" : ""
        credit += quote
        write(title, page, to: &credit)
        credit += quote
    }

    func write(_ name: String, _ url: WebURL?, to credit: inout String) {
        let name = name.onOneLine
        switch (self, url) {
        case (.text, _): credit += name
        case (.html, nil): credit += name.escapedForHTML
        case (.markdown, nil): credit += name.escapedForMarkdown
        case (.html, let url?):
            credit += "<a href=\""
            credit += url.text.escapedForHTML
            credit += "\">"
            credit += name.escapedForHTML
            credit += "</a>"
        case (.markdown, let url?):
            credit += "["
            credit += name.escapedForMarkdown
            credit += "](<"
            credit += url.text
            credit += ">)"
        }
    }
}
