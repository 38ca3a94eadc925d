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

    /// Reads a packet; nil for one that is written otherwise than XMP is.
    init?(_ packet: [UInt8], without names: Set<String>) {
        guard String(validating: packet, as: UTF8.self) != nil else { return nil }
        var sieve = XMPSieve(packet, without: names)
        guard sieve.run(), let end = sieve.end else { return nil }
        text = sieve.kept
        self.end = end
        about = sieve.about ?? ""
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

/// Goes through a document of XMP and keeps everything but some statements.
private struct XMPSieve {
    private(set) var kept: [UInt8] = []
    /// Where the list of statements ends, in what is kept.
    private(set) var end: Int?
    private(set) var about: String?

    private var scanner: XMLScanner
    private let names: Set<String>
    private var open: [String] = []
    /// How deep the statement is that is left out.
    private var skipped: Int?
    /// Where a group of statements begins, as long as there is none in it.
    private var bareGroup: (start: Int, content: Int)?

    init(_ bytes: [UInt8], without names: Set<String>) {
        scanner = XMLScanner(bytes)
        self.names = names
    }

    /// Whether it was well-formed XMP to its end.
    mutating func run() -> Bool {
        while let token = scanner.next() {
            switch token {
            case .instruction: continue
            case .text(let range), .comment(let range):
                if skipped == nil, !open.isEmpty { kept += scanner.bytes[range] }
            case .start(let tag): guard take(tag) else { return false }
            case .end(let name, let range): guard take(end: name, range) else { return false }
            }
        }
        return scanner.isAtEnd && open.isEmpty
    }

    private mutating func take(_ tag: XMLScanner.Tag) -> Bool {
        guard open.count < 64, tag.attributes.allSatisfy(isUnderstood) else { return false }
        let isStatement = open.last == "rdf:Description" && open.dropLast().last == "rdf:RDF"
        if isStatement, names.contains(tag.name), skipped == nil { skipped = open.count }
        if skipped == nil { keep(tag) }
        if tag.isEmpty {
            if skipped == open.count { skipped = nil }
        } else {
            open.append(tag.name)
        }
        return true
    }

    /// Statements may be attributes of what they are about, too.
    private mutating func keep(_ tag: XMLScanner.Tag) {
        let isDescription = tag.name == "rdf:Description" && open.last == "rdf:RDF"
        let start = kept.count
        var place = tag.range.lowerBound
        var isBare = isDescription && !tag.isEmpty
        for attribute in tag.attributes where isDescription {
            if attribute.name == "rdf:about", about == nil {
                about = String(decoding: scanner.bytes[attribute.value], as: UTF8.self)
            }
            guard names.contains(attribute.name) else {
                isBare = isBare && (attribute.name == "rdf:about" || attribute.name.hasPrefix("xmlns"))
                continue
            }
            kept += scanner.bytes[place..<attribute.range.lowerBound]
            place = attribute.range.upperBound
        }
        kept += scanner.bytes[place..<tag.range.upperBound]
        bareGroup = isBare ? (start, kept.count) : isDescription ? nil : bareGroup
    }

    private mutating func take(end name: String, _ range: Range<Int>) -> Bool {
        guard open.popLast() == name else { return false }
        if skipped == open.count {
            skipped = nil
        } else if skipped == nil {
            if name == "rdf:RDF", end == nil { end = kept.count }
            kept += scanner.bytes[range]
            if name == "rdf:Description", open.last == "rdf:RDF" { dropBareGroup(endedBy: range.count) }
        }
        return true
    }

    private mutating func dropBareGroup(endedBy tagLength: Int) {
        guard let group = bareGroup else { return }
        let content = kept[group.content..<kept.count - tagLength]
        if content.allSatisfy({ $0 <= 0x20 }) { kept.removeSubrange(group.start...) }
        bareGroup = nil
    }

    /// Names mean what they mean everywhere, else nobody could tell statements by them.
    private func isUnderstood(_ attribute: XMLScanner.Attribute) -> Bool {
        guard attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:") else { return true }
        let value = String(decoding: scanner.bytes[attribute.value], as: UTF8.self)
        let prefix = String(attribute.name.dropFirst("xmlns:".count))
        if let usual = CreditPacket.namespaces[prefix] { return usual == value }
        return !CreditPacket.namespaces.values.contains(value)
    }
}
