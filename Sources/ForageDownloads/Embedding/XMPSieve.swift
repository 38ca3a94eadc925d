/// Goes through a document of XMP and keeps everything but some statements.
struct XMPSieve {
    private(set) var kept: [UInt8] = []
    /// Where the list of statements ends, in what is kept.
    private(set) var end: Int?
    private(set) var about: String?

    private var scanner: XMLScanner
    private let names: Set<String>
    private var open: [Element] = []
    /// How deep the statement is that is left out.
    private var skipped: Int?
    /// Where a group of statements begins, as long as there is none in it.
    private var bareGroup: (start: Int, content: Int)?

    private static let list = CreditPacket.fullName("rdf", "RDF")
    private static let group = CreditPacket.fullName("rdf", "Description")
    private static let subject = CreditPacket.fullName("rdf", "about")

    private struct Element {
        let name: String
        let fullName: String
        /// What names stand for in it.
        let names: XMLNames
    }

    init(_ bytes: [UInt8], without names: Set<String>) {
        scanner = XMLScanner(bytes)
        self.names = names
    }

    /// Whether it was well-formed XMP to its end.
    mutating func run() -> Bool {
        while let token = scanner.next() {
            switch token {
            case .text(let range), .comment(let range), .instruction(let range):
                if skipped == nil, !open.isEmpty { kept += scanner.bytes[range] }
            case .start(let tag): guard take(tag) else { return false }
            case .end(let name, let range): guard take(end: name, range) else { return false }
            }
        }
        return scanner.isAtEnd && open.isEmpty
    }

    private mutating func take(_ tag: XMLScanner.Tag) -> Bool {
        guard open.count < 64, let element = element(tag) else { return false }
        let isStatement = open.last?.fullName == Self.group && open.dropLast().last?.fullName == Self.list
        if isStatement, names.contains(element.fullName), skipped == nil { skipped = open.count }
        if skipped == nil { keep(tag, element) }
        if tag.isEmpty {
            if skipped == open.count { skipped = nil }
        } else {
            open.append(element)
        }
        return true
    }

    /// Nil where it has a name of which nobody can tell what it stands for.
    private func element(_ tag: XMLScanner.Tag) -> Element? {
        var names = open.last?.names ?? XMLNames()
        guard names.learn(from: tag, in: scanner.bytes), let fullName = names.fullName(of: tag),
            tag.attributes.allSatisfy({ names.fullName(of: $0) != nil })
        else { return nil }
        return Element(name: tag.name, fullName: fullName, names: names)
    }

    private mutating func keep(_ tag: XMLScanner.Tag, _ element: Element) {
        if element.fullName == Self.group, open.last?.fullName == Self.list {
            keepGroup(tag, element.names)
        } else if element.fullName == Self.list, tag.isEmpty, end == nil {
            kept += scanner.bytes[tag.range].dropLast(2) + [UInt8(ascii: ">")]
            end = kept.count
            kept += Array("</\(tag.name)>".utf8)
        } else {
            kept += scanner.bytes[tag.range]
        }
    }

    /// Statements may be attributes of what they are about, too.
    private mutating func keepGroup(_ tag: XMLScanner.Tag, _ spaces: XMLNames) {
        let start = kept.count
        var place = tag.range.lowerBound
        var isBare = !tag.isEmpty
        for attribute in tag.attributes {
            let name = spaces.fullName(of: attribute) ?? ""
            if name == Self.subject, about == nil {
                about = String(decoding: scanner.bytes[attribute.value], as: UTF8.self)
            }
            guard names.contains(name) else {
                isBare = isBare && (name == Self.subject || XMLNames.isDeclaration(attribute))
                continue
            }
            kept += scanner.bytes[place..<attribute.range.lowerBound]
            place = attribute.range.upperBound
        }
        kept += scanner.bytes[place..<tag.range.upperBound]
        bareGroup = isBare ? (start, kept.count) : nil
    }

    private mutating func take(end name: String, _ range: Range<Int>) -> Bool {
        guard let element = open.popLast(), element.name == name else { return false }
        if skipped == open.count {
            skipped = nil
        } else if skipped == nil {
            if element.fullName == Self.list, end == nil { end = kept.count }
            kept += scanner.bytes[range]
            if element.fullName == Self.group, open.last?.fullName == Self.list {
                dropBareGroup(endedBy: range.count)
            }
        }
        return true
    }

    private mutating func dropBareGroup(endedBy tagLength: Int) {
        guard let group = bareGroup else { return }
        let content = kept[group.content..<kept.count - tagLength]
        if content.allSatisfy({ $0 <= 0x20 }) { kept.removeSubrange(group.start...) }
        bareGroup = nil
    }
}

/// What a picture says of itself in XMP, without what a credit states.
struct XMPDocument: Hashable, Sendable {
    /// The document, without the marks around it.
    private let text: [UInt8]
    /// Where statements may be added.
    private let end: Int
    /// What the statements are about, as it is written.
    private let about: String

    /// The most bytes that are read of one.
    static let greatestByteCount = 1 << 20

    /// Reads a packet, and leaves out what some names state; nil where there is none.
    ///
    /// - Throws: ``EmbeddingError`` for one that is written otherwise than XMP is: what it says would be lost.
    init?(ofPacket packet: [UInt8]?, without names: Set<String>) throws(EmbeddingError) {
        guard let packet else { return nil }
        var sieve = XMPSieve(packet, without: names)
        guard String(validating: packet, as: UTF8.self) != nil, sieve.run(), let end = sieve.end else {
            throw EmbeddingError("what the file says of itself is not understood")
        }
        text = sieve.kept
        self.end = end
        // It may stand in marks of the other kind.
        about = (sieve.about ?? "").replacing("\"", with: "&#34;")
    }

    /// The document with a credit in it.
    func adding(_ credit: CreditPacket) -> String {
        String(
            decoding: text[..<end] + Array(credit.description(about: about).utf8) + text[end...],
            as: UTF8.self)
    }

    /// The document as it is.
    var bytes: [UInt8] { text }
}
