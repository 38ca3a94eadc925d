internal import ForageCore

/// Takes keys back out of what servers send: some repeat the request in their answers.
package struct Redaction: Sendable {
    /// Each key as it is, and as it looks where somebody encoded it.
    private let forms: PatternSearch

    /// A shorter key cannot be told from ordinary text.
    private static let leastByteCount = 6

    package init(of secrets: some Sequence<String>) {
        forms = PatternSearch(
            Set(secrets.filter { $0.utf8.count >= Self.leastByteCount }.flatMap(Self.forms)))
    }

    func finds(in text: String) -> Bool { !forms.places(in: text.utf8.span).isEmpty }

    func apply(to text: String) -> String {
        finds(in: text) ? String(decoding: apply(to: Array(text.utf8)), as: UTF8.self) : text
    }

    /// Stars in place of every key; all other bytes stay where they are.
    package func apply(to bytes: [UInt8]) -> [UInt8] {
        forms.places(in: bytes.span).reduce(into: bytes) { bytes, place in
            bytes.replaceSubrange(place, with: repeatElement(UInt8(ascii: "*"), count: place.count))
        }
    }

    /// As it is, in an address, in a document, and inside whatever was packed into base64.
    private static func forms(of secret: String) -> [[UInt8]] {
        let encoded = PercentEncoding.encode(secret)
        let escaped = secret.replacing("/", with: "\\/")
        let packed = (0..<3).map { Base64URL.encode(Array(secret.utf8), behind: $0) }
        let usual = packed.map { $0.replacing("-", with: "+").replacing("_", with: "/") }
        let forms = [secret, encoded, encoded.withLowercaseHex, escaped] + packed + usual
        return forms.map { Array($0.utf8) }
    }
}

extension Base64URL {
    /// The letters that bytes have whatever stands beside them, behind so many others.
    fileprivate static func encode(_ bytes: [UInt8], behind count: Int) -> String {
        let letters = encode([UInt8](repeating: 0, count: count) + bytes)
        let end = (count + bytes.count) * 8 / 6
        return String(letters.prefix(end).dropFirst((count * 8 + 5) / 6))
    }
}

extension String {
    /// `%2f` in place of `%2F`, as some write it.
    fileprivate var withLowercaseHex: String {
        var digitsLeft = 0
        return String(
            map { character in
                defer { digitsLeft = character == "%" ? 2 : max(0, digitsLeft - 1) }
                return digitsLeft > 0 ? Character(character.lowercased()) : character
            })
    }
}
