/// Bytes as letters, digits, `-` and `_`, without padding: base64url of RFC 4648.
package enum Base64URL {
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
            for place in 0...group.count { text.append(letters[bits >> (18 - 6 * place) & 63]) }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// So many bytes that nobody can guess.
    package static func secret(byteCount: Int) -> String {
        encode((0..<byteCount).map { _ in .random(in: .min ... .max) })
    }

    /// The bytes of a text; nil when it holds another letter, has an impossible length or loose bits.
    package static func decode(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var (bits, bitCount) = (0, 0)
        for letter in text.utf8 {
            guard let value = values[letter] else { return nil }
            bits = bits << 6 | value
            bitCount += 6
            guard bitCount >= 8 else { continue }
            bitCount -= 8
            bytes.append(UInt8(bits >> bitCount))
            bits &= 1 << bitCount - 1
        }
        return bitCount < 6 && bits == 0 ? bytes : nil
    }

    private static let letters = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let values = Dictionary(
        uniqueKeysWithValues: letters.enumerated().map { ($0.element, $0.offset) })
}
