/// Texts are looked through eight bytes at a time where nothing in them asks for more.
extension Span<UInt8> {
    /// Whether there are words of plain ASCII with one space between them and none around, as in most texts.
    var hasSingleSpaces: Bool {
        var place = 0
        // What is in front counts as a space.
        var isBehindSpace: UInt64 = 0x80
        while place + 8 <= count {
            let bytes = eightBytes(at: place)
            let spaces = bytes.spaces
            if !bytes.isPrintable || spaces & (spaces << 8 | isBehindSpace) != 0 { return false }
            isBehindSpace = spaces >> 56
            place += 8
        }
        var isBehindWord = isBehindSpace == 0
        while place < count {
            let isVisible = (0x21...0x7E).contains(self[place])
            guard isVisible || isBehindWord && self[place] == UInt8(ascii: " ") else { return false }
            isBehindWord = isVisible
            place += 1
        }
        return isBehindWord
    }

    @inlinable
    package func eightBytes(at place: Int) -> UInt64 {
        // Any eight bytes are an integer, and the load checks its bounds itself.
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
}

/// Eight bytes, the first in the lowest bits.
extension UInt64 {
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Whether all are ASCII and none is a control character. What is borrowed or carried comes from a byte that is
    /// itself neither.
    fileprivate var isPrintable: Bool {
        ((self &- Self.ones &* 0x20) | self | (self &+ Self.ones)) & Self.highs == 0
    }

    /// The highest bits of the spaces among bytes that are all ASCII.
    fileprivate var spaces: UInt64 { ~((self ^ Self.ones &* 0x20) &+ Self.ones &* 0x7F) & Self.highs }
}
