internal import ForageCore

/// The first values of the properties of an XMP document.
struct XMPValues {
    private var values: [String: String] = [:]
    private var open: [(name: Substring, full: String, spaces: [Substring: String])] = []

    private static let greatestDepth = 64
    private static let namespaces = CreditPacket.namespaces.merging(
        ["Iptc4xmpCore": "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/"]) { $1 }
    private static let earlierLicence = "http://web.resource.org/cc/"

    /// The value of a property, by the usual prefix of its namespace.
    subscript(prefix: String, name: String) -> String? {
        let value = values[(Self.namespaces[prefix] ?? "") + name]
        return (value ?? (prefix == "cc" ? values[Self.earlierLicence + name] : nil))?.metadataText
    }

    /// Reads a packet as far as it is well-formed.
    init(_ packet: [UInt8]) {
        guard packet.count <= XMPDocument.greatestByteCount,
            let text = String(validating: packet, as: UTF8.self)
        else { return }
        let reader = XMLTagReader()
        var rest = text[...]
        while let token = reader.next(in: rest) {
            switch token {
            case .start(let tag): take(tag)
            case .end: _ = open.popLast()
            case .other(let text): if !text.hasPrefix("<") { take(text) }
            }
            rest = rest[token.text.endIndex...]
        }
    }

    /// The property around the present place.
    private var property: String? {
        guard let place = open.lastIndex(where: { Self.subjects.contains($0.full) }), place + 1 < open.count
        else {
            return nil
        }
        return open[place + 1].full
    }

    /// What is described: in SVG, the work.
    private static let subjects = [
        rdf("Description"), CreditPacket.fullName("cc", "Work"), earlierLicence + "Work",
    ]

    private static func rdf(_ name: String) -> String { CreditPacket.fullName("rdf", name) }

    private mutating func take(_ tag: XMLTag) {
        guard open.count < Self.greatestDepth else { return }
        var spaces = open.last?.spaces ?? [:]
        for attribute in tag.attributes where attribute.isDeclaration {
            spaces[attribute.name.dropFirst("xmlns:".count)] = String(attribute.value)
        }
        func full(_ name: Substring) -> String {
            guard let colon = name.firstIndex(of: ":") else { return (spaces[""] ?? "") + name }
            return (spaces[name[..<colon]] ?? "") + name[name.index(after: colon)...]
        }
        open.append((tag.name, full(tag.name), spaces))
        for attribute in tag.attributes where !attribute.isDeclaration {
            let name = full(attribute.name)
            if open.last?.full == Self.rdf("Description") {
                note(String(attribute.value).withoutReferences, for: name)
            } else if name == Self.rdf("resource"), let property {
                note(String(attribute.value).withoutReferences, for: property)
            }
        }
        if tag.isEmpty { open.removeLast() }
    }

    private mutating func take(_ text: Substring) {
        guard let property, text.contains(where: { !$0.isWhitespace }) else { return }
        note(String(text).withoutReferences, for: property)
    }

    /// Notes the first value of a property; of several languages, the first is the default.
    private mutating func note(_ value: String, for name: String) { values[name] = values[name] ?? value }
}

extension String {
    /// The text with the references of XML resolved.
    fileprivate var withoutReferences: String {
        guard contains("&") else { return self }
        let names = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        return replacing(/&(#x[0-9A-Fa-f]{1,6}|#[0-9]{1,7}|[a-z]+);/) { match in
            let name = match.1
            if let text = names[String(name)] { return text }
            let code = name.hasPrefix("#x") ? UInt32(name.dropFirst(2), radix: 16) : UInt32(name.dropFirst())
            return code.flatMap(Unicode.Scalar.init).map { String(Character($0)) } ?? ""
        }
    }
}
