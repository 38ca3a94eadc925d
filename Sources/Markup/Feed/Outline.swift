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
