/// What an RSS or Atom feed holds: what it says of itself, and its items.
///
/// ```swift
/// let feed = try Feed(body.span.bytes)
/// for item in feed.items { print(item.parts) }
/// ```
///
/// Names of common extensions have their usual prefixes, whatever the feed calls them: `itunes:duration`,
/// `media:content`, `dc:creator`, `content:encoded`. A `link` of Atom with another relation than `alternate` is
/// called `link-enclosure`. No entity but XML's own five is known, and nothing is ever opened.
package struct Feed: Sendable {
    /// What it says of itself.
    package let channel: FeedElement
    /// Its items, no more than ``itemLimit``.
    package let items: [FeedElement]
    /// What is wrong with it behind the items that were read.
    package let damage: String?

    /// The most items that are read.
    package static let itemLimit = 1_000

    /// Reads a feed, as far as it goes.
    ///
    /// - Throws: ``FeedFault`` if it is none.
    package init(_ bytes: RawSpan) throws(FeedFault) {
        let builder = try bytes.withUnsafeBytes { buffer throws(FeedFault) in
            guard AttributeCount.isBearable(in: buffer) else { throw FeedFault.tooMuch }
            return try FeedParser.read(buffer)
        }
        channel = builder.channel
        items = builder.items
        damage = builder.damage
    }
}

/// Counts the attributes of each tag: the parser compares each with all before it.
enum AttributeCount {
    private static let quoteLimit = 512

    static func isBearable(in bytes: UnsafeRawBufferPointer) -> Bool {
        var quotes = 0
        var isInTag = false
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "<"):
                isInTag = true
                quotes = 0
            case UInt8(ascii: ">") where quotes.isMultiple(of: 2): isInTag = false
            case _ where isInTag && byte.isQuote:
                quotes += 1
                if quotes > quoteLimit { return false }
            default: break
            }
        }
        return true
    }
}
