internal import Markup

/// Searches for the end of a drawing's root element in bytes that arrive in pieces, however many there are.
///
/// Other faults of the document do not matter here. A parser would stop at the first fault, and could not distinguish
/// it from a cut.
struct RootEnd {
    private(set) var isFound = false

    private enum Place {
        case text
        /// After a `<`, until the next bytes show its meaning.
        case opening
        case tag
        case documentType
        case enclosed
    }

    private var place = Place.text
    private var hasBegun = false
    /// The pairs of bytes that a document in UTF-16 is made of; nil for one in single bytes.
    private var units: UTF16Units?
    /// The number of open elements.
    private var depth = 0
    private var root: [UInt8] = []
    /// The text after the `<`, as far as it is needed.
    private var word: [UInt8] = []
    private var quotationMark: UInt8?
    private var last: UInt8 = 0
    /// The number of open declarations; the document type is the outermost.
    private var declarationCount = 0
    /// The last bytes of a comment or other enclosed text, and the bytes that end it.
    private var (tail, ending): (UInt32, Ending) = (0, .comment)

    private enum Ending: UInt32 {
        case comment = 0x2D2D3E
        case characters = 0x5D5D3E
        case instruction = 0x3F3E

        var mask: UInt32 { self == .instruction ? 0xFFFF : 0xFF_FFFF }
    }

    mutating func read(_ bytes: [UInt8]) {
        if !hasBegun {
            units = UTF16Units(startingWith: bytes)
            hasBegun = true
        }
        for byte in bytes where !isFound {
            let sign = units == nil ? byte : units?.character(endingWith: byte)
            if let sign { take(sign) }
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

    /// Processes quotations; returns true if the byte is part of one or is a quotation mark.
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
            // An end tag that matches no element has no effect.
            if depth > 1 || name == root { depth -= 1 }
        } else {
            if root.isEmpty { root = name }
            if last != UInt8(ascii: "/") { depth += 1 }
        }
        isFound = depth < 1 && !root.isEmpty
    }
}
