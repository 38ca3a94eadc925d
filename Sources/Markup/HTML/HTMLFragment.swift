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
