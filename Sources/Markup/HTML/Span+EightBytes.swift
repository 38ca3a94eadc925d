/// Texts are looked through eight bytes at a time where nothing in them asks for more.
extension Span<UInt8> {
    /// Skips ASCII that is neither a control character nor markup.
    func skippingPlainText(from start: Int) -> Int {
        var place = start
        while place <= count &- 8 {
            let special = eightBytes(at: place).special
            if special != 0 { return place &+ special.trailingZeroBitCount / 8 }
            place &+= 8
        }
        while place < count, self[place].isPlainASCII { place += 1 }
        return place
    }

    /// Whether there is nothing but printable ASCII with single spaces, as in most texts.
    var hasSingleSpaces: Bool {
        var place = 0
        var isBehindSpace: UInt64 = 0
        while place <= count &- 8 {
            let bytes = eightBytes(at: place)
            let spaces = bytes.spaces
            if !bytes.isPrintable || spaces & (spaces << 8 | isBehindSpace) != 0 { return false }
            isBehindSpace = spaces >> 56
            place &+= 8
        }
        var last = isBehindSpace == 0 ? 0 : UInt8(ascii: " ")
        while place < count {
            if self[place] < 0x20 || self[place] >= 0x80 || self[place] | last == UInt8(ascii: " ") {
                return false
            }
            last = self[place]
            place += 1
        }
        return true
    }

    @inline(__always)
    private func eightBytes(at place: Int) -> UInt64 {
        // Any eight bytes are an integer, and the load checks its bounds itself.
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
}

extension UInt8 {
    fileprivate var isPlainASCII: Bool {
        (0x20...0x7F).contains(self) && self != UInt8(ascii: "<") && self != UInt8(ascii: "&")
    }
}

/// Eight bytes, the first in the lowest bits. Findings are the highest bit of the bytes they are about.
extension UInt64 {
    private static var ones: UInt64 { 0x0101_0101_0101_0101 }
    private static var highs: UInt64 { 0x8080_8080_8080_8080 }

    /// Control characters and what is not ASCII. The borrows of the subtraction can only falsify what is above
    /// the first finding.
    private var unprintable: UInt64 { ((self &- Self.ones &* 0x20) | self) & Self.highs }

    fileprivate var isPrintable: Bool { unprintable == 0 }

    /// Markup, control characters and what is not ASCII.
    fileprivate var special: UInt64 {
        let tags = self ^ Self.ones &* 0x3C
        let entities = self ^ Self.ones &* 0x26
        let markup = ((tags &- Self.ones) | (entities &- Self.ones)) & Self.highs
        return unprintable | markup
    }

    /// The spaces among bytes that are all ASCII.
    fileprivate var spaces: UInt64 { ~((self ^ Self.ones &* 0x20) &+ Self.ones &* 0x7F) & Self.highs }
}
