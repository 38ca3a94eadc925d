internal import Bytes

extension Span<UInt8> {
    /// The first sign at or behind a place that may mean something within a line of Markdown.
    package func nextMark(from start: Int) -> Int? {
        let place = firstPlace(from: start, amongEight: { $0.marks }, where: { $0.isMark })
        return place < count ? place : nil
    }
}

extension UInt64 {
    /// The marks among these eight bytes, and a few that are none.
    fileprivate var marks: UInt64 {
        // The backslash, the brackets and the underscore, which are five bits alike.
        let backslashes = (Self.ones &* 0xF8 & self) ^ Self.ones &* 0x58
        let backticks = self ^ Self.ones &* 0x60
        let stars = self ^ Self.ones &* 0x2A
        let tildes = self ^ Self.ones &* 0x7E
        let angles = self ^ Self.ones &* 0x3C
        let findings =
            (backslashes &- Self.ones) | (backticks &- Self.ones) | (stars &- Self.ones)
            | (tildes &- Self.ones) | (angles &- Self.ones)
        return findings & Self.highs
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
