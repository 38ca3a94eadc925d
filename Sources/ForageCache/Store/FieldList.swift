internal import ForageCore

/// Names and values as the bytes that a store keeps, with a checksum at their end.
struct FieldList {
    private(set) var bytes: [UInt8] = []

    /// Adds a text; nil is something else than an empty one.
    mutating func append(_ text: String?) {
        guard let text else { return append(length: 0) }
        append(length: text.utf8.count + 1)
        bytes += text.utf8
    }

    /// The bytes to keep.
    var sealed: [UInt8] { Checksum.sealed(bytes) }

    /// The texts of sealed bytes; nil where they are not what was kept.
    static func texts(of sealed: [UInt8]) -> [String?]? {
        Checksum.opened(sealed).flatMap { texts(in: $0.span) }
    }

    /// More than most answers have.
    private static let usualCount = 32

    private static func texts(in bytes: Span<UInt8>) -> [String?]? {
        var texts: [String?] = []
        texts.reserveCapacity(usualCount)
        var place = 0
        while place < bytes.count {
            guard let length = length(in: bytes, at: &place) else { return nil }
            let end = place + max(length - 1, 0)
            guard end <= bytes.count else { return nil }
            texts.append(length == 0 ? nil : bytes.extracting(place..<end).text)
            place = end
        }
        return texts
    }

    /// Seven bits a byte, the lowest first; the eighth says that more follow.
    private mutating func append(length: Int) {
        var rest = length
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func length(in bytes: Span<UInt8>, at place: inout Int) -> Int? {
        var length = 0
        for shift in stride(from: 0, to: 35, by: 7) where place < bytes.count {
            let byte = bytes[place]
            place += 1
            length |= Int(byte & 0x7F) << shift
            if byte < 0x80 { return length }
        }
        return nil
    }
}
