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

    /// Skips ASCII that stands for itself in a string, eight bytes at a time while it can.
    @inline(__always)
    func skippingPlainText(from offset: Int) -> Int {
        firstPlace(from: offset, amongEight: { $0.specialBytes }, where: { !$0.isPlainText })
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

extension UInt8 {
    fileprivate var isPlainText: Bool {
        self >= 0x20 && self < 0x80 && self != .quote && self != .backslash
    }
}

extension UInt64 {
    /// How many of these eight bytes are spaces before the first that is none.
    @inline(__always)
    fileprivate var leadingSpaceCount: Int {
        (self ^ 0x2020_2020_2020_2020).trailingZeroBitCount / 8
    }

    /// The highest bits of those of these eight bytes that are a quote, a backslash, a control character or not
    /// ASCII.
    ///
    /// The borrows of the subtractions can only falsify what is above the first hit.
    @inline(__always)
    var specialBytes: UInt64 {
        let quotes = self ^ Self.ones &* 0x22
        let backslashes = self ^ Self.ones &* 0x5C
        return unprintable | ((quotes &- Self.ones) | (backslashes &- Self.ones)) & Self.highs
    }
}
