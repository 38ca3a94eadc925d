internal import Bytes
internal import ForageCore

extension Span<UInt8> {
    /// The first mark at or behind a place, looked for among eight bytes at a time.
    func nextMark(from start: Int) -> Int? {
        var place = start
        while place + 8 <= count {
            if eightBytes(at: place).mayHoldMark {
                let end = place + 8
                while place < end, !self[place].isMark { place += 1 }
                if place < end { return place }
            } else {
                place += 8
            }
        }
        return firstIndex(from: place, where: \.isMark)
    }
}

extension UInt64 {
    /// Whether there is a mark among these eight bytes, as in a few that hold none.
    fileprivate var mayHoldMark: Bool {
        // The backslash, the brackets and the underscore, which are five bits alike.
        let backslashes = (self & Self.ones &* 0xF8) ^ Self.ones &* 0x58
        let backticks = self ^ Self.ones &* 0x60
        let stars = self ^ Self.ones &* 0x2A
        let tildes = self ^ Self.ones &* 0x7E
        let angles = self ^ Self.ones &* 0x3C
        let findings =
            (backslashes &- Self.ones) | (backticks &- Self.ones) | (stars &- Self.ones)
            | (tildes &- Self.ones)
            | (angles &- Self.ones)
        return findings & Self.highs != 0
    }
}

extension UInt8 {
    fileprivate var isMark: Bool {
        switch self {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"):
            true
        default: false
        }
    }
}
