internal import Platform

/// Reads the simple markup of most fragments without a parser: text, common entities, and inline elements that are
/// properly nested.
///
/// Creating a parser takes much longer than reading such a fragment. At the first byte that is not simple, this reader
/// gives up, and the parser reads the whole fragment. For simple markup, both have the same result.
struct PlainMarkup {
    private struct NotSimple: Error {}

    private var words = HTMLWords()
    private var place = 0
    private var open: [String] = []

    /// Returns the words of a fragment; nil if it requires a parser.
    static func words(of html: String) -> HTMLWords? {
        let bytes = html.utf8.span
        guard bytes.hasMarkup else { return HTMLWords(html) }
        var markup = PlainMarkup()
        do throws(NotSimple) {
            try markup.read(bytes)
        } catch {
            return nil
        }
        return markup.words
    }

    private mutating func read(_ html: Span<UInt8>) throws(NotSimple) {
        if html.count > HTMLFragment.byteLimit { throw NotSimple() }
        while place < html.count {
            switch html[place] {
            case UInt8(ascii: "<"): try readTag(html)
            case UInt8(ascii: "&"): try readEntity(html)
            // These characters are not permitted in a document, and every parser drops them.
            case 0x01...0x08, 0x0B...0x0C, 0x0E...0x1F: place += 1
            default: words.append(try takeText(html))
            }
        }
    }

    private mutating func takeText(_ html: Span<UInt8>) throws(NotSimple) -> String {
        let start = place
        while place < html.count, html[place].isPlainText { place = html.skippingPlainText(from: place + 1) }
        if place == start { throw NotSimple() }
        return html.extracting(start..<place).text
    }

    /// Reads as many matching bytes as possible, and at least one.
    @inline(__always)
    private mutating func take(_ html: Span<UInt8>, while isFit: (UInt8) -> Bool) throws(NotSimple) -> String
    {
        let start = place
        var end = start
        while end < html.count, isFit(html[end]) { end += 1 }
        if end == start { throw NotSimple() }
        place = end
        return html.extracting(start..<end).text
    }

    /// Reads a character if it is the next one.
    private mutating func take(_ sign: Unicode.Scalar, _ html: Span<UInt8>) -> Bool {
        guard place < html.count, html[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    private mutating func readEntity(_ html: Span<UInt8>) throws(NotSimple) {
        place += 1
        // An ampersand before a space is plain text.
        if place < html.count, html[place] == UInt8(ascii: " ") { return words.append("&") }
        guard let text = Self.entities[try take(html, while: { $0.isPartOfEntity })], take(";", html) else {
            throw NotSimple()
        }
        words.append(text)
    }

    private static let entities = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "nbsp": "\u{A0}",
        "ndash": "–", "mdash": "—", "hellip": "…", "lsquo": "‘", "rsquo": "’", "ldquo": "“", "rdquo": "”",
        "#34": "\"", "#38": "&", "#39": "'", "#039": "'", "#x27": "'", "#60": "<", "#62": ">",
    ]
}

// MARK: - Tags

extension PlainMarkup {
    private mutating func readTag(_ html: Span<UInt8>) throws(NotSimple) {
        place += 1
        let isClosing = take("/", html)
        let element = try take(html, while: { $0.isPartOfName })
        // Most elements are links.
        if element != "a", Self.structure.contains(element) { throw NotSimple() }
        if isClosing {
            guard open.popLast() == element, take(">", html) else { throw NotSimple() }
            if element == "a" { words.closeLink() }
        } else {
            try readOpening(element, html)
        }
    }

    private mutating func readOpening(_ element: String, _ html: Span<UInt8>) throws(NotSimple) {
        // If a script contains a tag, its end is uncertain.
        if open.last == "script" { throw NotSimple() }
        let href = try readAttributes(html)
        if element == "br" { words.breakText() }
        if element == "script" { skipScript(html) }
        if element == "a" {
            // A second link would close the first.
            if open.contains("a") { throw NotSimple() }
            if let href { words.openLink(to: href) }
        }
        if element != "br", element != "img" { open.append(element) }
        if open.count > Self.greatestDepth { throw NotSimple() }
    }

    /// The HTML elements that affect more than the words inside them: they may close other elements or be blocks.
    /// Unknown elements, as in `vector<int>`, do neither.
    private static let structure: Set<String> = [
        "abbr", "acronym", "address", "applet", "area", "article", "aside", "base", "basefont", "bdo", "big",
        "blockquote", "body", "button", "caption", "center", "cite", "col", "colgroup", "dd", "del",
        "details", "dfn", "dir", "div", "dl", "dt", "embed", "fieldset", "figcaption", "figure", "font",
        "footer", "form", "frame", "frameset", "h", "head", "header", "hr", "html", "iframe", "input", "ins",
        "isindex", "kbd", "label", "legend", "li", "link", "listing", "main", "map", "menu", "meta", "nav",
        "noframes", "noscript", "object", "ol", "optgroup", "option", "p", "param", "plaintext", "pre", "q",
        "s", "samp", "section", "select", "strike", "style", "sub", "summary", "sup", "table", "tbody", "td",
        "textarea", "tfoot", "th", "thead", "title", "tr", "tt", "ul", "var", "xmp",
    ]

    /// Skips the content of a script.
    private mutating func skipScript(_ html: Span<UInt8>) {
        while place < html.count, html[place] != UInt8(ascii: "<") { place += 1 }
    }

    private static let greatestDepth = 16

    /// Reads the rest of a tag, and returns the address of a link.
    private mutating func readAttributes(_ html: Span<UInt8>) throws(NotSimple) -> String? {
        var href: String?
        for _ in 0..<Self.greatestAttributeCount {
            if take(">", html) { return href }
            guard take(" ", html) else { throw NotSimple() }
            let name = try take(html, while: { $0.isPartOfName })
            // It may hide the element.
            guard name != "style", take("=", html) else { throw NotSimple() }
            let value = try readValue(html)
            if name == "href", href == nil { href = value }
        }
        throw NotSimple()
    }

    private static let greatestAttributeCount = 16

    private mutating func readValue(_ html: Span<UInt8>) throws(NotSimple) -> String {
        guard take("\"", html) else { return try take(html, while: { $0.isBareValue }) }
        let value = try take(html, while: { $0.isQuotedValue })
        guard take("\"", html) else { throw NotSimple() }
        return value
    }
}

extension Span<UInt8> {
    fileprivate var hasMarkup: Bool {
        var place = skippingPlainText(from: 0)
        while place < count {
            if self[place] == UInt8(ascii: "<") || self[place] == UInt8(ascii: "&") { return true }
            place = skippingPlainText(from: place + 1)
        }
        return false
    }

    /// The bytes as a text. They are a part of a valid text, split between scalars, so they need no validation.
    var text: String { String(valid: self) }
}

extension Span<UInt8> {
    /// Skips ASCII that is neither a control character nor markup.
    func skippingPlainText(from start: Int) -> Int { firstPlace(of: MarkupBytes.self, from: start) }
}

/// Markup, control characters and bytes that are not ASCII.
private enum MarkupBytes: SearchedBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        group.unprintable | group.places(of: UInt8(ascii: "<")) | group.places(of: UInt8(ascii: "&"))
    }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        !(0x20...0x7F).contains(byte) || byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&")
    }
}

extension UInt8 {
    /// Indicates whether the byte is plain text. UTF-8 with the first byte EF may be a byte order mark or a
    /// noncharacter.
    fileprivate var isPlainText: Bool {
        switch self {
        case UInt8(ascii: "<"), UInt8(ascii: "&"), 0xEF: false
        case 0x20..., UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"): true
        default: false
        }
    }

    fileprivate var isPartOfName: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }

    fileprivate var isPartOfEntity: Bool {
        isPartOfName || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || self == UInt8(ascii: "#")
    }

    fileprivate var isQuotedValue: Bool {
        switch self {
        case UInt8(ascii: "\""), UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"): false
        case 0x20...0x7E: true
        default: false
        }
    }

    fileprivate var isBareValue: Bool {
        switch self {
        case UInt8(ascii: " "), UInt8(ascii: "'"), UInt8(ascii: "="), UInt8(ascii: "`"): false
        default: isQuotedValue
        }
    }
}
