internal import Markup

/// Writes a feed as RSS, so that it is read as it was.
struct FeedWriter {
    private var text = ""

    static func bytes(_ channel: FeedElement, _ items: [FeedElement]) -> [UInt8] {
        var writer = FeedWriter()
        writer.write(channel)
        for item in items {
            writer.text += "<item>"
            writer.write(item)
            writer.text += "</item>"
        }
        let prefixes = ([channel] + items).reduce(into: Set<Substring>()) { $0.formUnion($1.prefixes) }
        // The reader knows the usual prefixes from others by their names where it does not know the address.
        let spaces = prefixes.sorted().map { " xmlns:\($0)=\"urn:\($0)\"" }.joined()
        return Array("<rss version=\"2.0\"\(spaces)><channel>\(writer.text)</channel></rss>".utf8)
    }

    /// An attribute stands before the element that it belongs to.
    private mutating func write(_ element: FeedElement) {
        var attributes: [(name: Substring, value: String)] = []
        for part in element.parts {
            guard part.isAttribute else {
                write(part, attributes)
                attributes = []
                continue
            }
            let name = part.name[part.owner.endIndex...].dropFirst()
            if case .text(let value) = part.content, !attributes.contains(where: { $0.name == name }) {
                attributes.append((name, value))
            }
        }
    }

    private mutating func write(_ part: FeedElement.Part, _ attributes: [(name: Substring, value: String)]) {
        // A link is known by its relation, which stands in an attribute.
        let name = part.name.hasPrefix("link-") ? "link" : part.name
        text += "<\(name)"
        for (name, value) in attributes { text += " \(name)=\"\(value.escapedForXML)\"" }
        text += ">"
        switch part.content {
        case .text(let words): text += words.escapedForXML
        case .element(let inner): write(inner)
        }
        text += "</\(name)>"
    }
}

extension FeedElement {
    /// The prefixes of all names in it.
    fileprivate var prefixes: Set<Substring> {
        parts.reduce(into: []) { prefixes, part in
            if let colon = part.owner.firstIndex(of: ":") { prefixes.insert(part.owner[..<colon]) }
            if case .element(let inner) = part.content { prefixes.formUnion(inner.prefixes) }
        }
    }
}

extension String {
    /// Signs that mean something, and breaks of lines, which a reader of attributes would fold, stand as numbers.
    fileprivate var escapedForXML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "<", ">", "&", "\"", "\r", "\n", "\t": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
