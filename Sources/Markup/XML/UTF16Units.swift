/// Puts the bytes of UTF-16 together in pairs.
struct UTF16Units {
    /// Whether the great end of each comes first.
    let isHighFirst: Bool
    private var first: UInt8?

    /// Tells UTF-16 by its byte order mark or its first `<`; nil for what is written in bytes.
    init?(startingWith bytes: [UInt8]) {
        switch (bytes.first, bytes.dropFirst().first) {
        case (0xFE, 0xFF), (0, UInt8(ascii: "<")): isHighFirst = true
        case (0xFF, 0xFE), (UInt8(ascii: "<"), 0): isHighFirst = false
        default: return nil
        }
    }

    /// The character that a byte completes, if there is one; all beyond Latin-1 look the same.
    mutating func character(endingWith byte: UInt8) -> UInt8? {
        guard let first else {
            first = byte
            return nil
        }
        self.first = nil
        let (high, low) = isHighFirst ? (first, byte) : (byte, first)
        return high == 0 ? low : .max
    }

    /// Whether a document that is written so may declare an encoding of this name.
    func mayBeCalled(_ encoding: String) -> Bool {
        let name = encoding.lowercased()
        return Self.names.contains { name.hasPrefix($0) } && !name.hasSuffix(isHighFirst ? "le" : "be")
    }

    /// How the names begin of UTF-16, of its older sibling, and of UTF-8, which many declare out of habit.
    private static let names = [
        "utf-16", "utf16", "ucs-2", "ucs2", "iso-10646-ucs-2", "unicode", "utf-8", "utf8",
    ]
}
