internal import Platform

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
    /// - Throws: ``FeedError`` if it is none.
    package init(_ bytes: RawSpan) throws(FeedError) {
        let builder = try bytes.withUnsafeBytes { buffer throws(FeedError) in
            guard AttributeCount.isBearable(in: buffer) else { throw FeedError.tooMuch }
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

/// An element of a feed with what is inside it, attributes and elements alike.
package struct FeedElement: Hashable, Sendable {
    /// What is inside it, in order: an element under its name, an attribute under `element@attribute`.
    package internal(set) var parts: [Part] = []

    package init(parts: [Part] = []) { self.parts = parts }

    package struct Part: Hashable, Sendable {
        package let name: String
        package let content: Content

        package init(name: String, content: Content) {
            self.name = name
            self.content = content
        }
    }

    package indirect enum Content: Hashable, Sendable {
        case text(String)
        case element(FeedElement)
    }
}

/// Why nothing can be read of a feed.
package enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// It is not XML, or breaks its rules before the first item.
    case malformed(line: Int, reason: String)
    /// It is XML, but neither RSS nor Atom.
    case notFeed(root: String)
    /// It declares entities or more than a feed needs.
    case documentType
    /// It is in an encoding in which attributes cannot be counted before they are read.
    case encoding(String)
    /// It asks for more work than is done for a stranger.
    case tooMuch
    /// libxml2 cannot be loaded.
    case noLibrary(String)

    package var description: String {
        switch self {
        case .malformed(let line, let reason): "Line \(line): \(reason)."
        case .notFeed(let root): "Its outermost element is <\(root)>."
        case .documentType: "It has a document type, which no feed needs."
        case .encoding(let name): "Its encoding \(name.shortened(to: 40)) is not read; UTF-8 is."
        case .tooMuch: "It has more elements or attributes than a feed needs."
        case .noLibrary(let reason): "libxml2 is needed for this and cannot be loaded: \(reason)."
        }
    }
}
