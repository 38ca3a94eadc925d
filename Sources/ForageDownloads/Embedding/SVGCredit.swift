/// The place of a credit in an SVG file: its own element, first in the root.
enum SVGCredit {
    /// How far the root's tag may be from the beginning.
    private static let startByteCount = 1 << 20
    /// How far its end may be from the file's.
    private static let endByteCount = 64 * 1024
    /// The namespace of a C2PA manifest in SVG.
    private static let manifestSpace = Array("http://c2pa.org/manifest".utf8)

    static func splice(
        _ file: PictureFile, _ packet: CreditPacket
    ) throws(EmbeddingError) -> Splice {
        var prolog = SVGProlog(try file.start(of: 0..<startByteCount))
        let root = try prolog.root()
        guard prolog.scanner.bytes.firstRange(of: manifestSpace) == nil else { throw .signed }
        try checkEnd(file, root)
        try checkSilence(prolog.scanner, root, on: packet.claims)
        let prefix = root.name.split(separator: ":").dropLast().first.map { $0 + ":" } ?? ""
        let element = "<\(prefix)metadata>\(packet.document().withReferences)</\(prefix)metadata>"
        var splice = Splice()
        if root.isEmpty {
            let closing = ">\(element)</\(root.name)>"
            splice.replace(root.range.upperBound - 2..<root.range.upperBound, with: Array(closing.utf8))
        } else {
            splice.insert(Array(element.utf8), at: root.range.upperBound)
        }
        return splice
    }

    /// Drawing programs write down who made a drawing and what may be done with it. Two credits would speak against each
    /// other.
    private static func checkSilence(
        _ scanner: XMLScanner, _ root: XMLScanner.Tag, on statements: Set<String>
    ) throws(EmbeddingError) {
        var (scanner, names, next) = (scanner, XMLNames(), Optional(XMLScanner.Token.start(root)))
        while let token = next {
            if case .start(let tag) = token {
                _ = names.learn(from: tag, in: scanner.bytes)
                let isClaim =
                    isAny(of: statements, tag.name, names.fullName(of: tag))
                    || tag.attributes.contains { isAny(of: statements, $0.name, names.fullName(of: $0)) }
                guard !isClaim else {
                    throw EmbeddingError("it names its author, licence or source itself")
                }
            }
            next = scanner.next()
        }
    }

    /// Whether a name is one of some; of one whose prefix an entity declares, what stands behind that is all there is to
    /// go by.
    private static func isAny(of statements: Set<String>, _ name: String, _ fullName: String?) -> Bool {
        if let fullName { return statements.contains(fullName) }
        let ending = name.drop { $0 != ":" }.dropFirst()
        return statements.contains { $0.hasSuffix("/\(ending)") || $0.hasSuffix("#\(ending)") }
    }

    /// A file whose root has no end was cut off.
    private static func checkEnd(
        _ file: PictureFile, _ root: XMLScanner.Tag
    ) throws(EmbeddingError) {
        let start = max(root.range.upperBound, file.byteCount - endByteCount)
        let end = try file.bytes(start..<file.byteCount)
        if root.isEmpty { return try checkNothing(in: XMLScanner(end)) }
        let closing = Array("</\(root.name)".utf8)
        let last = end.indices.dropLast(closing.count).last { end[$0...].starts(with: closing) }
        guard let last else { throw .cutOff }
        var scanner = XMLScanner(end, from: last)
        guard case .end(root.name, _) = scanner.next() else { throw .cutOff }
        try checkNothing(in: scanner)
    }

    /// Behind the root only comments may stand.
    private static func checkNothing(in rest: XMLScanner) throws(EmbeddingError) {
        var rest = rest
        while let token = rest.next() {
            switch token {
            case .comment, .instruction: continue
            case .text(let range) where rest.bytes[range].allSatisfy({ $0 <= 0x20 }): continue
            default: throw EmbeddingError("something stands behind the end of its root")
            }
        }
        guard rest.isAtEnd else { throw .cutOff }
    }
}

/// What stands in front of an SVG's root, and its tag.
private struct SVGProlog {
    private(set) var scanner: XMLScanner
    /// In these, what is not ASCII can be written with references, and no tag can hide.
    private static let encodings = ["utf-8", "us-ascii", "ascii", "iso-8859-", "windows-125"]

    init(_ start: [UInt8]) {
        let isMarked = start.starts(with: [0xEF, 0xBB, 0xBF])
        scanner = XMLScanner(start, from: isMarked ? 3 : 0)
    }

    mutating func root() throws(EmbeddingError) -> XMLScanner.Tag {
        try checkEncoding()
        while true {
            if scanner.starts(with: "<!DOCTYPE") {
                guard scanner.skipDocumentType() else { throw EmbeddingError("its root cannot be found") }
                continue
            }
            switch scanner.next() {
            case .comment, .instruction: continue
            case .text(let range) where scanner.bytes[range].allSatisfy({ $0 <= 0x20 && $0 > 0 }): continue
            case .start(let tag): return tag
            default: throw EmbeddingError("its root cannot be found")
            }
        }
    }

    private func checkEncoding() throws(EmbeddingError) {
        guard scanner.starts(with: "<?xml") else { return }
        let words = String(decoding: scanner.bytes.prefix(256), as: UTF8.self).lowercased()
        let declaration = words.prefix { $0 != ">" }.filter { !$0.isWhitespace }
        guard let place = declaration.firstRange(of: "encoding=") else { return }
        let name = declaration[place.upperBound...].dropFirst()
        guard Self.encodings.contains(where: name.hasPrefix) else {
            throw EmbeddingError("it is written in an encoding that is not usual")
        }
    }
}

/// Looks for the end of a drawing's root in bytes that come in pieces, however many there are.
///
/// Nothing is asked of the document but that its root has its end: what else is wrong with it is for who draws it to judge.
/// A parser stops at the first such fault, and could not tell it from a cut.
struct RootEnd {
    private(set) var isFound = false

    private enum Place {
        case text
        /// Behind a `<`, until it shows what that begins.
        case opening
        case tag
        case documentType
        case enclosed
    }

    private var place = Place.text
    private var units: ByteUnits?
    /// How many elements are open.
    private var depth = 0
    private var root: [UInt8] = []
    /// What stands behind the `<`, as far as it is of use.
    private var word: [UInt8] = []
    private var quotationMark: UInt8?
    private var last: UInt8 = 0
    /// How many declarations are open, the document type being the outermost.
    private var declarationCount = 0
    /// The last bytes of what is enclosed, and those that end it.
    private var (tail, ending): (UInt32, Ending) = (0, .comment)

    private enum Ending: UInt32 {
        case comment = 0x2D2D3E
        case characters = 0x5D5D3E
        case instruction = 0x3F3E

        var mask: UInt32 { self == .instruction ? 0xFFFF : 0xFF_FFFF }
    }

    mutating func read(_ bytes: [UInt8]) {
        if units == nil { units = ByteUnits(bytes) }
        for byte in bytes where !isFound {
            if let byte = units?.take(byte) { take(byte) }
        }
    }

    private mutating func take(_ byte: UInt8) {
        switch place {
        case .text: if byte == UInt8(ascii: "<") { open() }
        case .opening: takeOpening(byte)
        case .tag: takeTag(byte)
        case .documentType: takeDeclaration(byte)
        case .enclosed:
            tail = tail << 8 | UInt32(byte)
            if tail & ending.mask == ending.rawValue { place = outside }
        }
    }

    private var outside: Place { declarationCount > 0 ? .documentType : .text }

    private mutating func open() { (place, word) = (.opening, []) }

    private mutating func enclose(by ending: Ending) {
        (place, self.ending, tail) = (.enclosed, ending, 0)
    }

    private static let comment = Array("!--".utf8)
    private static let characters = Array("![CDATA[".utf8)

    private mutating func takeOpening(_ byte: UInt8) {
        word.append(byte)
        if word == Self.comment {
            enclose(by: .comment)
        } else if word == Self.characters {
            enclose(by: .characters)
        } else if byte == UInt8(ascii: "?"), word.count == 1 {
            enclose(by: .instruction)
        } else if Self.comment.starts(with: word) || Self.characters.starts(with: word) {
            return
        } else if word[0] == UInt8(ascii: "!") || declarationCount > 0 {
            declarationCount += 1
            (place, quotationMark) = (.documentType, nil)
            takeDeclaration(byte)
        } else {
            (place, quotationMark, last, word) = (.tag, nil, 0, [])
            takeTag(byte)
        }
    }

    /// Goes over quotations; whether the byte stands in one, or is one of its marks.
    private mutating func isQuoted(_ byte: UInt8) -> Bool {
        if let mark = quotationMark {
            if byte == mark { quotationMark = nil }
            return true
        }
        guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") else { return false }
        quotationMark = byte
        return true
    }

    private mutating func takeDeclaration(_ byte: UInt8) {
        if isQuoted(byte) { return }
        if byte == UInt8(ascii: "<") { return open() }
        guard byte == UInt8(ascii: ">") else { return }
        declarationCount -= 1
        place = outside
    }
}

/// Makes bytes of the signs of a document: of UTF-16 one each, in which only those of ASCII count.
private struct ByteUnits {
    private let isWide: Bool
    private let isHighFirst: Bool
    private var first: UInt8?

    init(_ start: [UInt8]) {
        let start = start.prefix(2)
        isHighFirst = [[0xFE, 0xFF], [0x00, 0x3C]].contains(start)
        isWide = isHighFirst || [[0xFF, 0xFE], [0x3C, 0x00]].contains(start)
    }

    mutating func take(_ byte: UInt8) -> UInt8? {
        guard isWide else { return byte }
        guard let first else {
            first = byte
            return nil
        }
        self.first = nil
        let (high, low) = isHighFirst ? (first, byte) : (byte, first)
        return high == 0 ? low : 0x80
    }
}

extension RootEnd {
    private mutating func takeTag(_ byte: UInt8) {
        if isQuoted(byte) { return last = byte }
        if byte == UInt8(ascii: ">") { return endTag() }
        if word.count < Self.greatestNameByteCount { word.append(byte) }
        last = byte
    }

    private static let greatestNameByteCount = 512

    private mutating func endTag() {
        place = .text
        let isEnd = word.first == UInt8(ascii: "/")
        let name = Array(
            (isEnd ? word.dropFirst() : word[...]).prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") })
        if isEnd {
            // A tag too many ends nothing.
            if depth > 1 || name == root { depth -= 1 }
        } else {
            if root.isEmpty { root = name }
            if last != UInt8(ascii: "/") { depth += 1 }
        }
        isFound = depth < 1 && !root.isEmpty
    }
}
