/// The text of a piece of HTML, and its first link with the surrounding text.
///
/// ```swift
/// let fragment = HTMLFragment("The <a href='/barn_owl'>barn owl</a> hunts by night &amp; dusk.")
/// fragment.text                  // The barn owl hunts by night & dusk.
/// fragment.firstAnchor?.before   // The
/// ```
///
/// Entities are decoded and white space is collapsed, as in a browser. Scripts, style sheets and what is not displayed
/// are ignored. Invalid markup is read as far as possible. Only the first 256 KiB are read.
public struct HTMLFragment: Sendable {
    private let words: HTMLWords

    /// The whole text.
    public var text: String { words.all.foldingWhitespace() }

    /// The first `<a>` that has an `href`.
    public var firstAnchor: Anchor? {
        words.href.map { href in
            Anchor(
                text: words.inside.foldingWhitespace(), href: href,
                before: words.before.foldingWhitespace(),
                after: words.after.foldingWhitespace(keepingFirst: true))
        }
    }

    /// A link in a text.
    ///
    /// ```swift
    /// let anchor = HTMLFragment("The <a href='/barn_owl'>barn owl</a> hunts.").firstAnchor
    /// anchor?.text    // barn owl
    /// anchor?.href    // /barn_owl
    /// anchor?.after   //  hunts.
    /// ```
    public struct Anchor: Hashable, Sendable {
        /// The text of the link.
        public let text: String
        /// The address of the link, as written.
        public let href: String
        /// The text before the link.
        public let before: String
        /// The text after the link, including a space at its start if there is one.
        public let after: String
    }

    /// The maximum number of bytes of a fragment that are read.
    package static let byteLimit = 256 * 1024

    /// Reads HTML. Simple fragments are read without the parser.
    public init(_ html: String) {
        if let words = PlainMarkup.words(of: html) {
            self.init(words: words)
        } else {
            self.init(parsing: html)
        }
    }

    /// Reads HTML with the parser, even if it is simple.
    package init(parsing html: String) { self.init(words: HTMLParser.words(of: html)) }

    /// Decodes text in which only entities are markup: `a < b &amp; c`.
    public init(decodingEntitiesOf text: String) {
        guard text.utf8.contains(UInt8(ascii: "&")) else {
            self.init(words: HTMLWords(text))
            return
        }
        let hasTags = text.utf8.contains(UInt8(ascii: "<"))
        self.init(
            hasTags
                ? text.split(separator: "<", omittingEmptySubsequences: false).joined(separator: "&lt;")
                : text)
    }

    private init(words: HTMLWords) { self.words = words }
}

extension String {
    /// The part of the HTML that can safely be passed to a parser without limits.
    ///
    /// The parser compares each attribute of a tag with all previous ones, so the text ends at a tag with very many
    /// attributes. NUL would also end the text, so it is replaced by a space.
    var readablePrefix: [UInt8] {
        var tag = TagScanner()
        var readable = Array(utf8.prefix(HTMLFragment.byteLimit))
        for place in readable.indices {
            tag.read(readable[place])
            if tag.separatorCount > TagScanner.greatestSeparatorCount { return Array(readable[..<place]) }
            if readable[place] == 0 { readable[place] = UInt8(ascii: " ") }
        }
        return readable
    }
}

/// Counts the characters in a tag that may separate attributes.
///
/// If this scanner and the parser disagree about quotation marks, the scanner assumes that the tag continues.
private struct TagScanner {
    static let greatestSeparatorCount = 500

    private(set) var separatorCount = 0
    private var isInTag = false
    private var quote: UInt8?
    private var lastByte: UInt8 = 0

    mutating func read(_ byte: UInt8) {
        if isInTag {
            readInTag(byte)
        } else {
            isInTag = lastByte == UInt8(ascii: "<") && byte.startsName
            lastByte = byte
        }
    }

    private mutating func readInTag(_ byte: UInt8) {
        if byte <= 0x20 {
            separatorCount += 1
            return
        }
        if byte == UInt8(ascii: "/") || byte.isQuote { separatorCount += 1 }
        if byte == quote {
            quote = nil
        } else if quote == nil, lastByte == UInt8(ascii: "="), byte.isQuote {
            quote = byte
        } else if quote == nil, byte == UInt8(ascii: ">") {
            self = TagScanner()
        }
        lastByte = byte
    }
}

extension UInt8 {
    fileprivate var startsName: Bool {
        switch self {
        case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), 0x80...: true
        default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
        }
    }
}

extension String {
    /// The text of a piece of HTML, on one line; nil if it is empty.
    ///
    /// ```swift
    /// "<p>Fish &amp; chips</p>".withoutMarkup   // Fish & chips
    /// ```
    public var withoutMarkup: String? {
        let text = HTMLFragment(self).text
        return text.isEmpty ? nil : text
    }
}

extension HTMLFragment {
    /// Returns the first value of an attribute in a piece of HTML, as it is written.
    ///
    /// ```swift
    /// HTMLFragment.attribute("src", of: "img", in: "<p><img src='/owl.jpg'></p>")   // /owl.jpg
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the attribute, in small letters.
    ///   - element: The name of the element, in small letters; any if it is nil.
    ///   - html: The HTML. Only the first 256 KiB are read.
    /// - Returns: The value; nil if there is none.
    package static func attribute(_ name: String, of element: String?, in html: String) -> String? {
        HTMLParser.words(of: html, seeking: HTMLWords.Attribute(name: name, element: element)).attribute
    }
}
