internal import Bytes

extension Span<UInt8> {
    /// The byte at an offset; 0, which means nothing in JSON, beyond the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        indices.contains(offset) ? self[offset] : 0
    }

    @inline(__always)
    func skippingWhitespace(from offset: Int) -> Int {
        byte(at: offset) > .space ? offset : skippingIndentation(from: offset)
    }

    /// Skips white space, eight spaces at a time where it can.
    private func skippingIndentation(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isWhitespace {
            offset &+= 1
            if offset <= count &- 8 { offset &+= eightBytes(at: offset).leadingSpaceCount }
        }
        return offset
    }

    func skippingToken(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isTokenPart { offset += 1 }
        return offset
    }

    @inline(__always)
    func skippingDigits(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isDigit { offset += 1 }
        return offset
    }

    /// Skips ASCII that stands for itself in a string.
    @inline(__always)
    func skippingPlainText(from offset: Int) -> Int {
        firstPlace(of: SpecialBytes.self, from: offset)
    }

    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        if count < 8 { return indices.allSatisfy { self[$0] == other[$0] } }
        var offset = 0
        while offset + 8 < count {
            if eightBytes(at: offset) != other.eightBytes(at: offset) { return false }
            offset += 8
        }
        return eightBytes(at: count - 8) == other.eightBytes(at: count - 8)
    }

    func starts(with text: StaticString, at offset: Int) -> Bool {
        guard offset + text.utf8CodeUnitCount <= count else { return false }
        return text.withUTF8Buffer { expected in
            expected.indices.allSatisfy { self[offset + $0] == expected[$0] }
        }
    }
}

/// Quotes, backslashes, control characters and what is not ASCII, none of which stands for itself in a string.
enum SpecialBytes: SoughtBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        group.unprintable | group.places(of: .quote) | group.places(of: .backslash)
    }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        byte < .space || byte >= 0x80 || byte == .quote || byte == .backslash
    }
}

extension UInt64 {
    /// How many of these eight bytes are spaces before the first that is none.
    @inline(__always)
    fileprivate var leadingSpaceCount: Int {
        (self ^ .each(.space)).trailingZeroBitCount / 8
    }
}
