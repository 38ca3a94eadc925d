/// A key that a person pressed, or a character that they typed.
enum Key: Hashable, Sendable {
    case up, down, pageUp, pageDown, home, end
    case enter, escape, tab, backspace
    case control(Character)
    case character(Character)
}

/// Reads keys from the bytes that a terminal sends, in pieces of any length.
struct KeyDecoder: Sendable {
    private var bytes: ArraySlice<UInt8> = []

    /// The greatest length of a sequence; a longer one is ignored.
    private static let greatestByteCount = 4_096

    /// True if the bytes so far are the beginning of a key, or the escape key.
    var isPending: Bool { !bytes.isEmpty }

    /// Returns the keys that are complete with these bytes.
    mutating func keys(in more: [UInt8]) -> [Key] {
        bytes += more
        var keys: [Key] = []
        while let (key, length) = Self.first(in: bytes) {
            bytes = bytes.dropFirst(length)
            if let key { keys.append(key) }
        }
        if bytes.count > Self.greatestByteCount { bytes = [] }
        return keys
    }

    /// Returns the rest as keys, because no more bytes followed: a lone escape character is the escape key.
    mutating func flush() -> [Key] {
        defer { bytes = [] }
        return bytes.first == Self.escape ? [.escape] : []
    }

    /// The key at the start, nil for one without a meaning, and the number of its bytes; nil if it is incomplete.
    private static func first(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        guard let byte = bytes.first else { return nil }
        switch byte {
        case escape: return sequence(in: bytes)
        case 0x0A, 0x0D: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 1..<0x20: return (.control(Character(Unicode.Scalar(byte + 0x60))), 1)
        default: return character(in: bytes, startingWith: byte)
        }
    }

    private static func character(
        in bytes: ArraySlice<UInt8>, startingWith byte: UInt8
    ) -> (key: Key?, length: Int)? {
        let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        let text = String(validating: bytes.prefix(length), as: UTF8.self)
        if let character = text?.first, byte != 0 { return (.character(character), length) }
        let isBegun = bytes.count < length && bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
        return isBegun ? nil : (nil, 1)
    }

    /// A sequence after an escape character: a key, or a late answer of the terminal, which is ignored.
    private static func sequence(in bytes: ArraySlice<UInt8>) -> (key: Key?, length: Int)? {
        let rest = bytes.dropFirst()
        guard let sign = rest.first else { return nil }
        switch sign {
        case UInt8(ascii: "["), UInt8(ascii: "O"):
            guard let end = rest.dropFirst().firstIndex(where: { (0x40...0x7E).contains($0) }) else {
                return nil
            }
            let parameter = rest[(rest.startIndex + 1)..<end].prefix { $0 != UInt8(ascii: ";") }
            return (key(bytes[end], parameter), end - bytes.startIndex + 1)
        case UInt8(ascii: "_"), UInt8(ascii: "P"), UInt8(ascii: "]"):
            let end = rest.indices.first {
                rest[$0] == escape && rest.dropFirst($0 - rest.startIndex + 1).first == UInt8(ascii: "\\")
            }
            return end.map { (nil, $0 - bytes.startIndex + 2) }
        default: return (.escape, 1)
        }
    }

    private static func key(_ final: UInt8, _ parameter: ArraySlice<UInt8>) -> Key? {
        switch (final, String(decoding: parameter, as: UTF8.self)) {
        case (UInt8(ascii: "A"), _): .up
        case (UInt8(ascii: "B"), _): .down
        case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), "1"), (UInt8(ascii: "~"), "7"): .home
        case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), "4"), (UInt8(ascii: "~"), "8"): .end
        case (UInt8(ascii: "~"), "5"): .pageUp
        case (UInt8(ascii: "~"), "6"): .pageDown
        default: nil
        }
    }

    private static let escape: UInt8 = 0x1B
}
