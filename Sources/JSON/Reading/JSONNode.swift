/// One value (or key) on the tape.
struct JSONNode {
    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The text has escapes or bytes to repair, so it is not what is written.
        static let escaped = Flags(rawValue: 1)
        /// The document was cut off inside this value.
        static let incomplete = Flags(rawValue: 2)
        /// The number has neither fraction nor exponent.
        static let integer = Flags(rawValue: 4)
    }

    let kind: JSONValue.Kind
    var flags: Flags
    let start: UInt32
    var end: UInt32
    /// The index of the node after this value and all inside it.
    var next: UInt32

    init(_ kind: JSONValue.Kind, _ range: Range<Int>, flags: Flags = [], next: Int) {
        self.kind = kind
        self.flags = flags
        start = UInt32(truncatingIfNeeded: range.lowerBound)
        end = UInt32(truncatingIfNeeded: range.upperBound)
        self.next = UInt32(truncatingIfNeeded: next)
    }

    var byteCount: Int { Int(end &- start) }

    var range: Range<Int> { Int(start)..<Int(end) }

    /// The bytes between the quotes of a string.
    var content: Range<Int> {
        Int(start) + 1..<Int(end) - (flags.contains(.incomplete) ? 0 : 1)
    }
}
