internal import Platform

extension Span<UInt8> {
    /// The first sign at or behind a place that may mean something within a line of Markdown.
    package func nextMark(from start: Int) -> Int? {
        let place = firstPlace(of: Marks.self, from: start)
        return place < count ? place : nil
    }
}

private enum Marks: SearchedBytes {
    @inline(__always)
    static func findings<Group: ByteGroup>(in group: Group) -> Group {
        // The backslash, the brackets and the underscore, which are five bits alike, and a few that are no marks.
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
