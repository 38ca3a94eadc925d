/// The XMP document of a picture, without the properties of a credit.
struct XMPDocument: Hashable, Sendable {
    /// The document, without the processing instructions around it.
    private let text: [UInt8]
    /// The place where properties may be added.
    private let end: Int
    /// The subject of the properties, as written.
    private let subject: String

    /// The greatest number of bytes of a document.
    static let greatestByteCount = 1 << 20

    /// Reads a packet and omits some properties; nil if there is no packet.
    ///
    /// - Throws: ``EmbeddingError`` for a packet that is not well-formed, whose content would be lost.
    init?(ofPacket packet: [UInt8]?, without names: Set<String>) throws(EmbeddingError) {
        guard let packet else { return nil }
        var filter = XMPFilter(without: names)
        guard let document = String(validating: packet, as: UTF8.self), filter.read(document[...]),
            let end = filter.end
        else { throw EmbeddingError("the file's metadata cannot be parsed") }
        text = filter.kept
        self.end = end
        // The value may have been in apostrophes.
        subject = (filter.subject ?? "").replacing("\"", with: "&#34;")
    }

    /// The document with a credit added.
    func adding(_ credit: CreditPacket) -> String {
        String(
            decoding: text[..<end] + Array(credit.description(of: subject).utf8) + text[end...],
            as: UTF8.self)
    }

    /// The bytes of the document.
    var bytes: [UInt8] { text }
}

/// Copies an XMP document tag by tag, and omits some properties.
private struct XMPFilter {
    private(set) var kept: [UInt8] = []
    /// The end of the list of properties, in the copy.
    private(set) var end: Int?
    private(set) var subject: String?

    private let names: Set<String>
    private var open: [Element] = []
    /// The depth of the property that is being omitted.
    private var skippedDepth: Int?
    /// The start of a group of properties and of its content, as long as the group is empty.
    private var bareGroup: (start: Int, content: Int)?

    private static let list = CreditPacket.fullName("rdf", "RDF")
    private static let group = CreditPacket.fullName("rdf", "Description")
    private static let subject = CreditPacket.fullName("rdf", "about")
    private static let greatestDepth = 64
    private static let greatestPrefixCount = 256

    private struct Element {
        let tag: XMLTag
        let fullName: String
        /// The namespaces of the prefixes in it.
        let spaces: [Substring: Substring]
    }

    init(without names: Set<String>) { self.names = names }

    /// Reads a document; returns true if it is well-formed XMP to its end.
    mutating func read(_ document: Substring) -> Bool {
        let reader = XMLTagReader()
        var rest = document
        while let token = reader.next(in: rest) {
            switch token {
            case .other(let text): if skippedDepth == nil, !open.isEmpty { kept += text.utf8 }
            case .start(let tag): guard take(tag) else { return false }
            case .end(let name, let text): guard takeEnd(of: name, text) else { return false }
            }
            rest = rest[token.text.endIndex...]
        }
        return rest.isEmpty && open.isEmpty
    }

    private mutating func take(_ tag: XMLTag) -> Bool {
        guard open.count < Self.greatestDepth, let element = element(tag) else { return false }
        let isStatement = open.last?.fullName == Self.group && open.dropLast().last?.fullName == Self.list
        if isStatement, names.contains(element.fullName), skippedDepth == nil { skippedDepth = open.count }
        if skippedDepth == nil { keep(element) }
        if !tag.isEmpty {
            open.append(element)
        } else if skippedDepth == open.count {
            skippedDepth = nil
        }
        return true
    }

    /// The element of a tag; nil if the namespace of a name is unknown.
    private func element(_ tag: XMLTag) -> Element? {
        var spaces = open.last?.spaces ?? ["": "", "xml": "", "xmlns": ""]
        for attribute in tag.attributes where attribute.isDeclaration {
            guard !attribute.value.contains("&"), spaces.count < Self.greatestPrefixCount else { return nil }
            spaces[attribute.name.dropFirst("xmlns:".count)] = attribute.value
        }
        guard let fullName = Self.fullName(tag.name, spaces),
            tag.attributes.allSatisfy({ Self.fullName($0.name, spaces, isAttribute: true) != nil })
        else { return nil }
        return Element(tag: tag, fullName: fullName, spaces: spaces)
    }

    /// A name with its namespace as a prefix, as RDF joins them; nil if its prefix is not declared. An attribute
    /// without a prefix has no namespace.
    private static func fullName(
        _ name: Substring, _ spaces: [Substring: Substring], isAttribute: Bool = false
    ) -> String? {
        guard let colon = name.firstIndex(of: ":") else {
            return isAttribute ? String(name) : spaces[""].map { $0 + name }.map(String.init)
        }
        return spaces[name[..<colon]].map { String($0 + name[name.index(after: colon)...]) }
    }

    private mutating func keep(_ element: Element) {
        let tag = element.tag
        if element.fullName == Self.group, open.last?.fullName == Self.list {
            keepGroup(element)
        } else if element.fullName == Self.list, tag.isEmpty, end == nil {
            kept += tag.text.utf8.dropLast(2) + ">".utf8
            end = kept.count
            kept += "</\(tag.name)>".utf8
        } else {
            kept += tag.text.utf8
        }
    }

    /// Copies the start of a group, whose properties may also be attributes.
    private mutating func keepGroup(_ element: Element) {
        let (start, tag) = (kept.count, element.tag)
        var place = tag.text.startIndex
        var isBare = !tag.isEmpty
        for attribute in tag.attributes {
            let name = Self.fullName(attribute.name, element.spaces, isAttribute: true) ?? ""
            if name == Self.subject, subject == nil { subject = String(attribute.value) }
            if names.contains(name) {
                kept += tag.text[place..<attribute.text.startIndex].utf8
                place = attribute.text.endIndex
            } else {
                isBare = isBare && (name == Self.subject || attribute.isDeclaration)
            }
        }
        kept += tag.text[place...].utf8
        bareGroup = isBare ? (start, kept.count) : nil
    }

    private mutating func takeEnd(of name: Substring, _ text: Substring) -> Bool {
        guard let element = open.popLast(), element.tag.name == name else { return false }
        if skippedDepth == open.count {
            skippedDepth = nil
        } else if skippedDepth == nil {
            if element.fullName == Self.list, end == nil { end = kept.count }
            if element.fullName == Self.group, open.last?.fullName == Self.list, dropBareGroup() {
                return true
            }
            kept += text.utf8
        }
        return true
    }

    /// Removes the group of properties that ends here if it is empty; returns true if it was.
    private mutating func dropBareGroup() -> Bool {
        guard let group = bareGroup else { return false }
        bareGroup = nil
        guard kept[group.content...].allSatisfy({ $0 <= 0x20 }) else { return false }
        kept.removeSubrange(group.start...)
        return true
    }
}
