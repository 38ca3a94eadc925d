/// The text of a fragment as it is met, split by its first link.
struct HTMLWords {
    private(set) var before = ""
    private(set) var inside = ""
    private(set) var after = ""
    /// Where the first link leads; nil while none is met.
    private(set) var href: String?
    private var isInLink = false

    init(_ text: String = "") { before = text }

    var all: String { href == nil ? before : before + inside + after }

    mutating func append(_ text: String) {
        if href == nil {
            before += text
        } else if isInLink {
            inside += text
        } else {
            after += text
        }
    }

    mutating func open(_ element: String, href: String?) {
        if element.breaksText { breakText() }
        if element == "a", let href { openLink(to: href) }
    }

    mutating func close(_ element: String) {
        if element == "a" { closeLink() }
        if element.breaksText { breakText() }
    }

    mutating func openLink(to href: String) {
        guard self.href == nil else { return }
        self.href = href
        isInLink = true
    }

    mutating func closeLink() { isInLink = false }

    /// Parts what stands on lines of their own.
    mutating func breakText() { append(" ") }
}

extension String {
    /// Whether the element stands on lines of its own, so that words beside it are apart.
    fileprivate var breaksText: Bool { Self.blocks.contains(self) }

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "div", "dl",
        "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hr", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table",
        "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
    ]
}
