/// The runs of marks in a line of Markdown whose partner may yet come, by their sign.
struct OpenMarks {
    private var stars: [Mark] = []
    private var lines: [Mark] = []
    private var tildes: [Mark] = []

    /// A run of marks, by where it ends.
    struct Mark {
        var end: Int
        var count: Int
    }

    mutating func append(_ mark: Mark, _ sign: UInt8) {
        switch sign {
        case UInt8(ascii: "*"): stars.append(mark)
        case UInt8(ascii: "_"): lines.append(mark)
        default: tildes.append(mark)
        }
    }

    mutating func popLast(_ sign: UInt8) -> Mark? {
        switch sign {
        case UInt8(ascii: "*"): stars.popLast()
        case UInt8(ascii: "_"): lines.popLast()
        default: tildes.popLast()
        }
    }
}
