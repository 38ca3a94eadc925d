/// Texts are looked through eight bytes at a time where nothing in them asks for more.
extension Span<UInt8> {
    /// Eight bytes, the first in the lowest bits.
    @inlinable
    @inline(__always)
    package func eightBytes(at place: Int) -> UInt64 {
        // Any eight bytes are an integer, and the load checks its bounds itself.
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }

    /// Looks for a byte, eight at a time while it can.
    ///
    /// - Parameters:
    ///   - start: The place.
    ///   - findings: Those among eight bytes that may be sought. The lowest finding counts; every byte below it is none.
    ///   - isSought: Whether one is.
    /// - Returns: The place of the first that is sought at or behind that place; the end where there is none.
    @inlinable
    @inline(__always)
    package func firstPlace(
        from start: Int, amongEight findings: (UInt64) -> UInt64, where isSought: (UInt8) -> Bool
    ) -> Int {
        var place = start
        while place <= count &- 8 {
            let found = findings(eightBytes(at: place))
            if found == 0 {
                place &+= 8
                continue
            }
            place &+= found.trailingZeroBitCount / 8
            if isSought(self[place]) { return place }
            place &+= 1
        }
        while place < count, !isSought(self[place]) { place &+= 1 }
        return place
    }

    /// Whether there is nothing but printable ASCII with single spaces, as in most texts.
    package var hasSingleSpaces: Bool {
        var place = 0
        var isBehindSpace: UInt64 = 0
        while place <= count &- 8 {
            let bytes = eightBytes(at: place)
            let spaces = bytes.spaces
            if bytes.unprintable != 0 || spaces & (spaces << 8 | isBehindSpace) != 0 { return false }
            isBehindSpace = spaces >> 56
            place &+= 8
        }
        var isBehindOne = isBehindSpace != 0
        while place < count {
            let isSpace = self[place] == UInt8(ascii: " ")
            guard (0x20..<0x80).contains(self[place]), !(isSpace && isBehindOne) else { return false }
            isBehindOne = isSpace
            place &+= 1
        }
        return true
    }
}

/// Eight bytes at once. Findings are the highest bit of the bytes that they are about.
extension UInt64 {
    /// 1 in each byte: times a byte it is that byte eight times.
    @inlinable
    @inline(__always)
    package static var ones: UInt64 { 0x0101_0101_0101_0101 }

    /// The highest bit of each byte.
    @inlinable
    @inline(__always)
    package static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Control characters and what is not ASCII. The borrows of the subtraction can only falsify what is above
    /// the first finding.
    @inlinable
    @inline(__always)
    package var unprintable: UInt64 { ((self &- Self.ones &* 0x20) | self) & Self.highs }

    /// The spaces among bytes that are all ASCII.
    fileprivate var spaces: UInt64 { ~((self ^ Self.ones &* 0x20) &+ Self.ones &* 0x7F) & Self.highs }
}
