internal import Platform

/// The content of an RSS or Atom feed: its description and its items.
///
/// ```swift
/// let feed = try Feed(body.span.bytes)
/// for item in feed.items { print(item.parts) }
/// ```
///
/// The names of common extensions have their usual prefixes, whatever prefixes the feed uses: `itunes:duration`,
/// `media:content`, `dc:creator`, `content:encoded`. An Atom `link` with a relation other than `alternate` is named
/// `link-enclosure` or similar. Only the five predefined entities of XML are supported, and no external resource is
/// opened.
package struct Feed: Sendable {
    /// The description of the feed.
    package let channel: FeedElement
    /// The items, at most ``itemLimit``.
    package let items: [FeedElement]
    /// A description of the fault after the items that were read, if any.
    package let damage: String?

    /// The maximum number of items that are read.
    package static let itemLimit = 1_000

    /// Parses a feed. Items before a fault are retained.
    ///
    /// - Throws: ``FeedError`` if the document is not a feed.
    package init(_ bytes: RawSpan) throws(FeedError) {
        let builder = try bytes.withUnsafeBytes { buffer throws(FeedError) in
            guard AttributeCount.isWithinLimit(in: buffer) else { throw FeedError.tooMuch }
            return try FeedParser.read(buffer)
        }
        channel = builder.channel
        items = builder.items
        damage = builder.damage
    }
}

/// Limits the number of attributes in a tag, because the parser compares each attribute with all previous ones.
enum AttributeCount {
    private static let quoteLimit = 512

    static func isWithinLimit(in bytes: UnsafeRawBufferPointer) -> Bool {
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

/// An element of a feed with its nested elements and its attributes.
package struct FeedElement: Hashable, Sendable {
    /// The parts in their original order: an element under its name, an attribute under `element@attribute`.
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

/// The reason why a feed cannot be read.
package enum FeedError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The document is not well-formed XML up to its first item.
    case malformed(line: Int, reason: String)
    /// The document is XML, but neither RSS nor Atom.
    case notFeed(root: String)
    /// The document declares entities, or more than a feed needs.
    case documentType
    /// The document has an encoding in which attributes cannot be counted before parsing.
    case encoding(String)
    /// The document would require more work than is permitted for untrusted input.
    case tooMuch
    /// libxml2 cannot be loaded.
    case noLibrary(String)

    package var description: String {
        switch self {
        case .malformed(let line, let reason): "Line \(line): \(reason)."
        case .notFeed(let root): "It is not a feed: its root element is <\(root)>."
        case .documentType: "It has a document type declaration, which is not allowed in a feed."
        case .encoding(let name): "Its encoding \(name.shortened(to: 40)) is not supported; only UTF-8 is."
        case .tooMuch: "It has too many elements or attributes for a feed."
        case .noLibrary(let reason): "libxml2 is needed for this and cannot be loaded: \(reason)."
        }
    }
}

/// A feed in a list of subscriptions (OPML).
package struct Outline: Hashable, Sendable {
    package let title: String
    /// The address of the feed.
    package let feed: String

    /// Reads the feeds in a list of subscriptions, in order, including those in its folders.
    ///
    /// - Throws: ``FeedError`` if the document is not such a list.
    package static func all(in bytes: RawSpan) throws(FeedError) -> [Outline] {
        let builder = try bytes.withUnsafeBytes { buffer throws(FeedError) in
            guard AttributeCount.isWithinLimit(in: buffer) else { throw FeedError.tooMuch }
            return try FeedParser.read(buffer, FeedBuilder(roots: ["opml"]))
        }
        var outlines: [Outline] = []
        collect(builder.channel, &outlines)
        return outlines
    }

    private static func collect(_ element: FeedElement, _ outlines: inout [Outline]) {
        var attributes: [String: String] = [:]
        for part in element.parts {
            switch part.content {
            case .text(let text) where part.name.hasPrefix("outline@"):
                attributes[part.name.lowercased()] = text
            case .element(let inner): collect(inner, &outlines)
            case .text: break
            }
            // The attributes of an element come before it.
            guard part.name == "outline" else { continue }
            let title = attributes["outline@title"] ?? attributes["outline@text"]
            if let feed = attributes["outline@xmlurl"] {
                outlines.append(Outline(title: title ?? feed, feed: feed))
            }
            attributes = [:]
        }
    }
}
