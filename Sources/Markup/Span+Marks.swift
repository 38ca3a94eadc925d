internal import Platform

extension Span<UInt8> {
    /// Returns the first position at or after a start with a character that may be inline Markdown.
    package func nextMark(from start: Int) -> Int? {
        let place = firstPlace(of: Marks.self, from: start)
        return place < count ? place : nil
    }
}

private enum Marks: SearchedBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        // The backslash, the brackets and the underscore share five bits with a few characters that are not marks.
        let brackets = (group & .each(0xF8)).places(of: 0x58)
        return brackets | group.places(of: UInt8(ascii: "`")) | group.places(of: UInt8(ascii: "*"))
            | group.places(of: UInt8(ascii: "~")) | group.places(of: UInt8(ascii: "<"))
    }

    @inline(__always)
    static func contain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "`"), UInt8(ascii: "*"), UInt8(ascii: "_"),
            UInt8(ascii: "~"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "<"):
            true
        default: false
        }
    }
}
