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
        /// The text is ASCII, each byte of it standing for itself.
        static let plain = Flags(rawValue: 8)
    }

    let kind: JSONValue.Kind
    var flags: Flags
    /// The mark of a string's bytes, of a key's text; 0 of anything else.
    var mark: UInt16
    let start: UInt32
    var end: UInt32
    /// The index of the node after this value and all inside it.
    var next: UInt32

    init(_ kind: JSONValue.Kind, from start: Int, to end: Int, flags: Flags, mark: UInt16, next: Int) {
        self.kind = kind
        self.flags = flags
        self.mark = mark
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        self.next = UInt32(truncatingIfNeeded: next)
    }

    var isContainer: Bool { kind == .array || kind == .object }

    var range: Range<Int> { Int(start)..<Int(end) }

    /// The bytes between the quotes of a string.
    var content: Range<Int> {
        Int(start) + 1..<Int(end) - (flags.contains(.incomplete) ? 0 : 1)
    }
}

extension Span<UInt8> {
    /// Of the first byte, the last and the length, which tell most keys of an object apart.
    @inline(__always)
    var mark: UInt16 {
        isEmpty ? 0 : UInt16(self[0]) << 8 ^ UInt16(self[count - 1]) ^ UInt16(truncatingIfNeeded: count) << 5
    }
}
