extension String {
    /// As much of some HTML as may be shown to a parser that has no limits of its own.
    ///
    /// The parser compares each attribute of a tag with all before it, so a tag of a thousand
    /// attributes ends the text. NUL would end it too, and becomes a space.
    var readablePrefix: [UInt8] {
        var tag = TagScanner()
        var readable = Array(utf8.prefix(HTMLFragment.byteLimit))
        for place in readable.indices {
            tag.read(readable[place])
            if tag.separatorCount > TagScanner.greatestSeparatorCount { return Array(readable[..<place]) }
            if readable[place] == 0 { readable[place] = UInt8(ascii: " ") }
        }
        return readable
    }
}

/// Counts what may stand between attributes while inside a tag.
///
/// Where it and the parser disagree on whether a quotation is open, it is this one that thinks the tag
/// goes on.
private struct TagScanner {
    static let greatestSeparatorCount = 500

    private(set) var separatorCount = 0
    private var isInTag = false
    private var quote: UInt8?
    private var lastByte: UInt8 = 0

    mutating func read(_ byte: UInt8) {
        if isInTag {
            readInTag(byte)
        } else {
            isInTag = lastByte == UInt8(ascii: "<") && byte.startsName
            lastByte = byte
        }
    }

    private mutating func readInTag(_ byte: UInt8) {
        if byte <= 0x20 {
            separatorCount += 1
            return
        }
        if byte == UInt8(ascii: "/") || byte.isQuote { separatorCount += 1 }
        if byte == quote {
            quote = nil
        } else if quote == nil, lastByte == UInt8(ascii: "="), byte.isQuote {
            quote = byte
        } else if quote == nil, byte == UInt8(ascii: ">") {
            self = TagScanner()
        }
        lastByte = byte
    }
}

extension UInt8 {
    fileprivate var startsName: Bool {
        switch self {
        case UInt8(ascii: "_"), UInt8(ascii: ":"), UInt8(ascii: "."), 0x80...: true
        default: (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
        }
    }
}
