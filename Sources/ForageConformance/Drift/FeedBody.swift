internal import Markup

/// An answer in RSS or Atom, from which changed copies can be made. The copies contain the parts that a feed reader
/// finds, under the names that the reader uses. They are always RSS.
struct FeedBody: MutableBody {
    private let channel: FeedElement
    private let items: [FeedElement]

    /// The path of the items in a feed reader.
    private static let list = "/items"

    /// Returns nil if the body is not a complete feed.
    init?(_ body: [UInt8]) {
        guard let feed = try? Feed(body.span.bytes), feed.damage == nil else { return nil }
        // The attributes of an item's own tag are left out, because they are not read there.
        channel = FeedElement(
            parts: feed.channel.parts.filter { !$0.isAttribute || feed.channel.has($0.owner) })
        items = feed.items
    }

    var fields: [FieldPath] {
        var met: Set<FieldPath> = []
        var fields: [FieldPath] = []
        for (element, path) in [(channel, Self.channelPath)] + items.map({ ($0, Self.itemPath) }) {
            visit(element, path) { path in
                if met.insert(path).inserted { fields.append(path) }
            }
        }
        return fields
    }

    private static let channelPath = FieldPath().member("channel")
    private static let itemPath = FieldPath().member("items").element

    private func visit(_ element: FeedElement, _ path: FieldPath, _ take: (FieldPath) -> Void) {
        for part in element.parts {
            if part.holdsSomething || element.hasAttributes(of: part.name) { take(path.member(part.name)) }
            if case .element(let inner) = part.content { visit(inner, path.member(part.name), take) }
        }
    }

    // MARK: - Changing

    func changing(_ field: FieldPath, _ change: FieldChange) -> [UInt8]? {
        var isChanged = false
        let body = rewriting { part, path in
            guard let parts = change.applied(to: part, at: path, field) else { return nil }
            isChanged = isChanged || parts != [part]
            return parts
        }
        return isChanged ? body : nil
    }

    var withUnknownMembers: [UInt8] {
        let unknown = FeedElement.Part(name: "unknown", content: .text("new"))
        func adding(_ element: FeedElement) -> FeedElement {
            let parts = element.parts.flatMap { part -> [FeedElement.Part] in
                if part.isAttribute { return [part] }
                let attribute = FeedElement.Part(name: "\(part.name)@unknown", content: .text("new"))
                guard case .element(let inner) = part.content else { return [attribute, part] }
                return [attribute, FeedElement.Part(name: part.name, content: .element(adding(inner)))]
            }
            return FeedElement(parts: parts + [unknown])
        }
        return FeedWriter.bytes(adding(channel), items.map(adding))
    }

    /// Returns the feed after a closure has replaced its parts; the closure returns nil for an unchanged part.
    private func rewriting(
        _ change: (FeedElement.Part, FieldPath) -> [FeedElement.Part]?
    ) -> [UInt8] {
        func rewrite(_ element: FeedElement, _ path: FieldPath) -> FeedElement {
            FeedElement(
                parts: element.parts.flatMap { part -> [FeedElement.Part] in
                    let path = path.member(part.name)
                    if let parts = change(part, path) { return parts }
                    guard case .element(let inner) = part.content else { return [part] }
                    return [FeedElement.Part(name: part.name, content: .element(rewrite(inner, path)))]
                })
        }
        return FeedWriter.bytes(
            rewrite(channel, Self.channelPath), items.map { rewrite($0, Self.itemPath) })
    }

    // MARK: - Records

    func recordCount(in list: String) -> Int? { list == Self.list ? items.count : nil }

    func arranging(_ list: String, as places: [Int]) -> [UInt8]? {
        guard list == Self.list, !items.isEmpty else { return nil }
        return FeedWriter.bytes(channel, places.map { items[$0] })
    }

    func breaking(_ list: String, at place: Int) -> [UInt8]? {
        guard list == Self.list, items.indices.contains(place) else { return nil }
        var broken = items
        broken[place] = FeedElement(parts: [])
        return FeedWriter.bytes(channel, broken)
    }

    // MARK: - Strangers

    func forEachCopy(
        with unexpected: UnexpectedValues, atMost limit: Int,
        _ take: (_ change: String, _ copy: [UInt8]) -> Void
    ) {
        for field in fields.prefix(limit) {
            for stranger in Self.texts(of: unexpected) {
                var isDone = false
                let copy = rewriting { part, path in
                    guard path == field, !isDone else { return nil }
                    isDone = true
                    return [FeedElement.Part(name: part.name, content: .text(stranger))]
                }
                take("\(stranger.prefix(20)) at \(field)", copy)
            }
        }
    }

    private static func texts(of unexpected: UnexpectedValues) -> [String] {
        switch unexpected {
        case .values: ["", "-1", "0", "<b>&amp;<i", "1e999", "null", "//"]
        case .texts:
            [
                "👩‍👩‍👧‍👦 ﷽ e\u{301}\u{202E}gnp.exe 猫", "\u{85}\u{9B}2J\r\n\u{2028}\u{7F}", "&#27;&lt;b>]]>",
                String(repeating: "long ", count: 2_000),
            ]
        }
    }
}

extension FeedElement.Part {
    /// The name of the element to which an attribute belongs.
    var owner: Substring { name.prefix { $0 != "@" } }

    var isAttribute: Bool { owner.endIndex < name.endIndex }

    fileprivate var newName: String {
        isAttribute ? "\(owner)@new_\(name[owner.endIndex...].dropFirst())" : "new_" + name
    }

    fileprivate var holdsSomething: Bool {
        switch content {
        case .text(let text): !text.isEmpty
        case .element: true
        }
    }

    /// The part with another type: a text becomes an element that contains the text, and an element becomes a text.
    fileprivate var ofOtherType: Self {
        switch content {
        case .text:
            Self(name: name, content: .element(FeedElement(parts: [Self(name: "value", content: content)])))
        case .element: Self(name: name, content: .text("several"))
        }
    }
}

/// Writes a feed as RSS, so that reading it returns the same parts.
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
        // If the reader does not know the address of a namespace, it recognises the usual prefixes by name.
        let spaces = prefixes.sorted().map { " xmlns:\($0)=\"urn:\($0)\"" }.joined()
        return Array("<rss version=\"2.0\"\(spaces)><channel>\(writer.text)</channel></rss>".utf8)
    }

    /// Writes the parts of an element. An attribute comes before the element to which it belongs.
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
        // The kind of a link is its relation, which is an attribute.
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

extension FieldChange {
    /// Returns the parts that replace an element or attribute when a field changes; nil if it is not part of the field.
    ///
    /// An element and its attributes change together. A feed has no null values, and attributes have only one type.
    fileprivate func applied(
        to part: FeedElement.Part, at path: FieldPath, _ field: FieldPath
    ) -> [FeedElement.Part]? {
        let isField = path == field
        guard isField || part.isAttribute && path.isAttribute(of: field) else { return nil }
        switch self {
        case .dropped: return []
        case .renamed where isField: return [FeedElement.Part(name: part.newName, content: part.content)]
        case .renamed: return [FeedElement.Part(name: "new_" + part.name, content: part.content)]
        case .retyped where isField && !part.isAttribute: return [part.ofOtherType]
        case .emptied where isField && part.holdsSomething:
            return [FeedElement.Part(name: part.name, content: .text(""))]
        case .retyped, .nulled, .emptied: return [part]
        }
    }
}

extension FieldPath {
    fileprivate func isAttribute(of element: FieldPath) -> Bool {
        description.hasPrefix("\(element)@")
    }
}

extension FeedElement {
    fileprivate func has(_ name: Substring) -> Bool { parts.contains { $0.name == name } }

    fileprivate func hasAttributes(of name: String) -> Bool {
        parts.contains { $0.isAttribute && $0.owner == name }
    }
}

extension FeedElement {
    /// The prefixes of all names in the element.
    fileprivate var prefixes: Set<Substring> {
        parts.reduce(into: []) { prefixes, part in
            if let colon = part.owner.firstIndex(of: ":") { prefixes.insert(part.owner[..<colon]) }
            if case .element(let inner) = part.content { prefixes.formUnion(inner.prefixes) }
        }
    }
}

extension String {
    /// The text with markup characters and line breaks as numeric references, because attributes lose line breaks.
    fileprivate var escapedForXML: String {
        unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "<", ">", "&", "\"", "\r", "\n", "\t": text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
