/// Takes XML apart without a document type, tag by tag, with the place of each.
///
/// A parser tells no places in the bytes, and it is at those that a credit is put in and all else stays as it came.
struct XMLScanner {
    struct Attribute {
        let name: String
        /// With the white space in front of it.
        let range: Range<Int>
        /// What stands between the quotation marks.
        let value: Range<Int>
    }

    struct Tag {
        let name: String
        let range: Range<Int>
        let attributes: [Attribute]
        /// Whether it is its own end.
        let isEmpty: Bool
    }

    enum Token {
        case text(Range<Int>)
        case comment(Range<Int>)
        case instruction(Range<Int>)
        case start(Tag)
        case end(String, Range<Int>)
    }

    let bytes: [UInt8]
    private(set) var place = 0

    init(_ bytes: [UInt8], from place: Int = 0) {
        self.bytes = bytes
        self.place = place
    }

    var isAtEnd: Bool { place == bytes.count }

    /// The next piece; nil at the end, and in front of whatever is wrong.
    mutating func next() -> Token? {
        guard place < bytes.count else { return nil }
        if bytes[place] != UInt8(ascii: "<") { return text() }
        if starts(with: "<?") { return enclosed("<?", by: "?>").map(Token.instruction) }
        if starts(with: "<!--") { return enclosed("<!--", by: "-->").map(Token.comment) }
        if starts(with: "<![CDATA[") { return enclosed("<![CDATA[", by: "]]>").map(Token.text) }
        if starts(with: "</") { return endTag() }
        return startTag()
    }

    func starts(with text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func text() -> Token? {
        let end = bytes[place...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
        defer { place = end }
        return hasKnownReferences(place..<end) ? .text(place..<end) : nil
    }

    /// From here to behind an ending.
    private mutating func enclosed(_ beginning: String, by ending: String) -> Range<Int>? {
        let (start, ending) = (place, Array(ending.utf8))
        var end = place + beginning.utf8.count
        while end + ending.count <= bytes.count {
            if bytes[end...].starts(with: ending) {
                place = end + ending.count
                return start..<place
            }
            end += 1
        }
        return nil
    }

    private mutating func endTag() -> Token? {
        let start = place
        place += 2
        let name = takeName()
        skipSpace()
        guard !name.isEmpty, starts(with: ">") else { return fail(at: start) }
        place += 1
        return .end(name, start..<place)
    }

    private mutating func startTag() -> Token? {
        let start = place
        place += 1
        let name = takeName()
        guard !name.isEmpty else { return fail(at: start) }
        var attributes: [Attribute] = []
        while !starts(with: ">"), !starts(with: "/>") {
            let hasEnded = starts(with: "<") || place >= bytes.count
            guard !hasEnded, attributes.count < 256, let attribute = takeAttribute() else {
                return fail(at: start)
            }
            if !attribute.name.isEmpty { attributes.append(attribute) }
        }
        let isEmpty = starts(with: "/>")
        place += isEmpty ? 2 : 1
        return .start(Tag(name: name, range: start..<place, attributes: attributes, isEmpty: isEmpty))
    }

    /// White space, and what stands behind it; without a name where that is the tag's end.
    private mutating func takeAttribute() -> Attribute? {
        let start = place
        skipSpace()
        guard place > start else { return nil }
        if starts(with: ">") || starts(with: "/>") {
            return Attribute(name: "", range: start..<place, value: place..<place)
        }
        let name = takeName()
        skipSpace()
        guard !name.isEmpty, starts(with: "=") else { return nil }
        place += 1
        skipSpace()
        guard starts(with: "\"") || starts(with: "'") else { return nil }
        let mark = bytes[place]
        guard let end = bytes[(place + 1)...].firstIndex(of: mark) else { return nil }
        let value = place + 1..<end
        guard !bytes[value].contains(UInt8(ascii: "<")) else { return nil }
        place = end + 1
        return Attribute(name: name, range: start..<place, value: value)
    }

    private mutating func takeName() -> String {
        let start = place
        while place < bytes.count, !Self.endsOfNames.contains(bytes[place]) { place += 1 }
        return String(decoding: bytes[start..<place], as: UTF8.self)
    }

    private static let endsOfNames = Set(" \t\r\n<>/='\"&!?".utf8)

    mutating func advance() { place += 1 }

    /// Goes behind the next mark that is the same as this one.
    mutating func skipQuotation() -> Bool {
        guard let end = bytes[(place + 1)...].firstIndex(of: bytes[place]) else { return false }
        place = end + 1
        return true
    }

    private mutating func skipSpace() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    private mutating func fail(at start: Int) -> Token? {
        place = start
        return nil
    }

    /// There is no document type that could declare any others.
    private func hasKnownReferences(_ range: Range<Int>) -> Bool {
        range.allSatisfy { place in
            bytes[place] != UInt8(ascii: "&")
                || ["#", "amp;", "lt;", "gt;", "quot;", "apos;"].contains {
                    bytes[(place + 1)...].starts(with: $0.utf8)
                }
        }
    }
}

extension XMLScanner {
    /// Goes behind a document type, whatever it declares; false where it has no end.
    mutating func skipDocumentType() -> Bool {
        var depth = 0
        while !isAtEnd {
            if starts(with: "<!--") || starts(with: "<?") {
                guard next() != nil else { return false }
                continue
            }
            switch bytes[place] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                guard skipQuotation() else { return false }
                continue
            case UInt8(ascii: "<"): depth += 1
            case UInt8(ascii: ">"): depth -= 1
            default: break
            }
            advance()
            if depth == 0 { return true }
        }
        return false
    }
}

/// What the prefixes of names stand for in a part of an XML document.
struct XMLNames {
    private var spaces = [
        "": "", "xml": "http://www.w3.org/XML/1998/namespace", "xmlns": "http://www.w3.org/2000/xmlns/",
    ]
    private static let greatestCount = 256

    /// Learns what a tag declares; false where nobody could tell what that is.
    mutating func learn(from tag: XMLScanner.Tag, in bytes: [UInt8]) -> Bool {
        for attribute in tag.attributes where Self.isDeclaration(attribute) {
            let space = String(decoding: bytes[attribute.value], as: UTF8.self)
            guard !space.contains("&"), spaces.count < Self.greatestCount else { return false }
            spaces[String(attribute.name.dropFirst("xmlns:".count))] = space
        }
        return true
    }

    static func isDeclaration(_ attribute: XMLScanner.Attribute) -> Bool {
        attribute.name == "xmlns" || attribute.name.hasPrefix("xmlns:")
    }

    /// An element's name with its namespace in front, as RDF joins them; nil where nobody declared its prefix.
    func fullName(of tag: XMLScanner.Tag) -> String? { fullName(tag.name) }

    /// An attribute's. Without a prefix it is in no namespace.
    func fullName(of attribute: XMLScanner.Attribute) -> String? {
        attribute.name.contains(":") ? fullName(attribute.name) : attribute.name
    }

    private func fullName(_ name: String) -> String? {
        let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? parts[0] : ""
        return spaces[String(prefix)].map { $0 + (parts.last ?? "") }
    }
}
