internal import CXML2

/// Parses HTML with libxml2, which reports words as events and builds no tree.
///
/// The parser opens nothing, prints nothing and accepts invalid markup. If libxml2 cannot be loaded, markup is left
/// unchanged.
struct HTMLParser: ~Copyable {
    private let context: htmlParserCtxtPtr

    static func words(of html: String, seeking attribute: HTMLWords.Attribute? = nil) -> HTMLWords {
        guard let parser = HTMLParser() else { return HTMLWords(html) }
        var words = HTMLWords()
        words.sought = attribute
        parser.read(html.readablePrefix, into: &words)
        return words
    }

    private init?() {
        guard cxml2_load() == nil, let context = cxml2_new_html_parser(), let handler = context.pointee.sax
        else { return nil }
        self.context = context
        handler.pointee = htmlSAXHandler()
        handler.pointee.startElement = elementOpened
        handler.pointee.endElement = elementClosed
        handler.pointee.characters = textMet
        handler.pointee.ignorableWhitespace = textMet
        handler.pointee.cdataBlock = scriptMet
    }

    deinit { cxml2_free_html_parser(context) }

    private borrowing func read(_ bytes: [UInt8], into words: inout HTMLWords) {
        let errors = cxml2_silence()
        defer { cxml2_restore(errors) }
        withUnsafeMutablePointer(to: &words) { words in
            context.pointee._private = UnsafeMutableRawPointer(words)
            bytes.withUnsafeBytes { bytes in
                cxml2_read_html(
                    context, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(bytes.count),
                    Self.options)
            }
            context.pointee._private = nil
        }
    }

    private static let options = Int32(
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
            | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue)
}

// MARK: - Parser callbacks

/// The maximum depth of elements. Real text is not nested deeper, and each closing tag searches all open elements.
private let greatestDepth = 256

private func words(of context: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<HTMLWords>? {
    context?.assumingMemoryBound(to: htmlParserCtxt.self).pointee._private?
        .assumingMemoryBound(to: HTMLWords.self)
}

private func elementOpened(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) {
    guard let name, let parser = context?.assumingMemoryBound(to: htmlParserCtxt.self) else { return }
    if parser.pointee.nameNr > greatestDepth { cxml2_stop(parser) }
    guard let words = words(of: context) else { return }
    let element = String(cString: name)
    if let sought = words.pointee.sought, words.pointee.attribute == nil,
        sought.element == nil || sought.element == element
    {
        words.pointee.attribute = value(of: sought.name, in: attributes)
    }
    words.pointee.open(
        element, href: value(of: "href", in: attributes), style: value(of: "style", in: attributes))
}

private func elementClosed(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<xmlChar>?) {
    if let name { words(of: context)?.pointee.close(String(cString: name)) }
}

private func textMet(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<xmlChar>?, _ count: Int32
) {
    guard let bytes else { return }
    let text = String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
    words(of: context)?.pointee.append(text)
}

/// Discards the content of scripts and style sheets, which would otherwise be reported as text.
private func scriptMet(_: UnsafeMutableRawPointer?, _: UnsafePointer<xmlChar>?, _: Int32) {}

/// Returns the value of an attribute. The attributes are given as name, value, name, value, and end with nil.
private func value(
    of wanted: String, in attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
) -> String? {
    guard var attribute = attributes else { return nil }
    while let name = attribute[0] {
        if String(cString: name) == wanted { return attribute[1].map(String.init(cString:)) ?? "" }
        attribute += 2
    }
    return nil
}

/// The text of a fragment, split at its first link.
struct HTMLWords {
    private(set) var before = ""
    private(set) var inside = ""
    private(set) var after = ""
    /// The address of the first link; nil if there is none so far.
    private(set) var href: String?
    private var isInLink = false
    /// The number of open elements inside an element that is not shown, including that one.
    private var hiddenDepth = 0
    /// An attribute whose first value is wanted.
    var sought: Attribute?
    /// The first value of that attribute.
    var attribute: String?

    struct Attribute {
        let name: String
        /// The element that must have it; any if it is nil.
        let element: String?
    }

    init(_ text: String = "") { before = text }

    var all: String { href == nil ? before : before + inside + after }

    mutating func append(_ text: String) {
        if hiddenDepth > 0 { return }
        if href == nil {
            before += text
        } else if isInLink {
            inside += text
        } else {
            after += text
        }
    }

    mutating func open(_ element: String, href: String?, style: String?) {
        if element.breaksText { breakText() }
        if hiddenDepth > 0 || style?.hidesElement == true, !element.isEmptyElement { hiddenDepth += 1 }
        if element == "a", let href { openLink(to: href) }
    }

    mutating func close(_ element: String) {
        if hiddenDepth > 0, !element.isEmptyElement { hiddenDepth -= 1 }
        if element == "a" { closeLink() }
        if element.breaksText { breakText() }
    }

    mutating func openLink(to href: String) {
        guard self.href == nil else { return }
        self.href = href
        isInLink = true
    }

    mutating func closeLink() { isInLink = false }

    /// Separates the text of a block from the text before it.
    mutating func breakText() { append(" ") }
}

extension String {
    /// Indicates whether the element is a block, which separates its text from the text around it.
    fileprivate var breaksText: Bool { Self.blocks.contains(self) }

    /// Indicates whether an element with this style is not displayed.
    fileprivate var hidesElement: Bool { filter { $0 != " " }.lowercased().contains("display:none") }

    /// Indicates whether the element has no content.
    fileprivate var isEmptyElement: Bool {
        ["br", "hr", "img", "input", "link", "meta", "wbr"].contains(self)
    }

    private static let blocks: Set<String> = [
        "address", "article", "aside", "blockquote", "br", "caption", "center", "dd", "details", "div", "dl",
        "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6",
        "header", "hr", "li", "main", "nav", "ol", "option", "p", "pre", "section", "summary", "table",
        "tbody", "td", "tfoot", "th", "thead", "title", "tr", "ul",
    ]
}
