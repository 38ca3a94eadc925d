extension Span<UInt8> {
    /// The byte at an offset; 0, which means nothing in JSON, beyond the end.
    @inline(__always)
    func byte(at offset: Int) -> UInt8 {
        offset < count ? self[offset] : 0
    }

    @inline(__always)
    func skippingWhitespace(from offset: Int) -> Int {
        var offset = offset
        while byte(at: offset).isWhitespace { offset += 1 }
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
        var offset = offset
        while offset + 8 <= count {
            let special = word(at: offset).firstSpecialByte
            offset += special
            if special < 8 { return offset }
        }
        while byte(at: offset).isPlainText { offset += 1 }
        return offset
    }

    @inline(__always)
    private func word(at offset: Int) -> UInt64 {
        // Any eight bytes are an integer, and the load checks its bounds itself.
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    func isEqual(to other: Span<UInt8>) -> Bool {
        guard count == other.count else { return false }
        for index in indices where self[index] != other[index] { return false }
        return true
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
    /// The first of these eight bytes that is a quote, a backslash, a control character or not ASCII, or 8.
    ///
    /// The borrows of the subtractions can only falsify what is above the first hit.
    @inline(__always)
    fileprivate var firstSpecialByte: Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        let quotes = self ^ (ones &* 0x22)
        let backslashes = self ^ (ones &* 0x5C)
        let hits = (quotes &- ones) | (backslashes &- ones) | (self &- ones &* 0x20) | self
        return (hits & highs).trailingZeroBitCount / 8
    }
}
