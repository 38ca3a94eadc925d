/// What a piece of HTML says: its text, and its first link with what stands around it.
///
/// ```swift
/// let fragment = HTMLFragment("The <a href='/barn_owl'>barn owl</a> hunts by night &amp; dusk.")
/// fragment.text                  // The barn owl hunts by night & dusk.
/// fragment.firstAnchor?.before   // The
/// ```
///
/// Entities are decoded and white space is folded, as a browser does. Scripts and style sheets say
/// nothing. Broken markup is read as far as it makes sense; hostile markup is read as far as
/// ``byteLimit`` and the other bounds go.
package struct HTMLFragment: Sendable {
    private let words: HTMLWords

    /// All the text.
    package var text: String { words.all.foldingWhitespace() }

    /// The first `<a>` that has an `href`.
    package var firstAnchor: Anchor? {
        words.href.map { href in
            Anchor(
                text: words.inside.foldingWhitespace(), href: href,
                before: words.before.foldingWhitespace(),
                after: words.after.foldingWhitespace(keepingFirst: true))
        }
    }

    /// A link inside a text.
    package struct Anchor: Hashable, Sendable {
        /// The words of the link.
        package let text: String
        /// Where it leads, as written.
        package let href: String
        /// The text in front of it.
        package let before: String
        /// The text behind it; starts with a space if one stands between.
        package let after: String
    }

    /// The most bytes of a fragment that are read.
    package static let byteLimit = 256 * 1024

    /// Reads HTML. What is plain enough is not even shown to the parser.
    package init(_ html: String) {
        if let words = PlainMarkup.words(of: html) {
            self.init(words: words)
        } else {
            self.init(parsing: html)
        }
    }

    /// Reads HTML with the parser, however plain it is.
    package init(parsing html: String) { self.init(words: HTMLParser.words(of: html)) }

    /// Reads text in which only entities are markup: `a < b &amp; c`.
    package init(decodingEntitiesOf text: String) {
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
    /// As much of some HTML as may be shown to a parser that has no limits of its own.
    ///
    /// The parser compares each attribute of a tag with all before it, so a tag of a thousand
    /// attributes ends the text. NUL would end it too, and becomes a space.
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

/// Counts what may stand between attributes while inside a tag.
///
/// Where it and the parser disagree on whether a quotation is open, it is this one that thinks the tag
/// goes on.
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
