internal import ForageCore

/// Takes keys back out of what servers send: some repeat the request in their answers.
package struct Redaction: Sendable {
    private let keys: [SpelledKey]
    /// Other forms of them, which are found whole.
    private let forms: Set<[UInt8]>
    /// Looks for all of them in one pass.
    private let search: PatternSearch

    /// A shorter key cannot be told from ordinary text.
    private static let leastByteCount = 6

    package init(of secrets: some Sequence<String>) {
        let secrets = secrets.filter { $0.utf8.count >= Self.leastByteCount }
        keys = secrets.compactMap { SpelledKey($0) }
        forms = Set(secrets.flatMap(Self.forms))
        search = PatternSearch(forms.union(keys.map(\.anchor)))
    }

    func finds(in text: String) -> Bool { !places(in: text.utf8.span).isEmpty }

    func apply(to text: String) -> String {
        finds(in: text) ? String(decoding: apply(to: Array(text.utf8)), as: UTF8.self) : text
    }

    /// Stars in place of every key; all other bytes stay where they are.
    package func apply(to bytes: [UInt8]) -> [UInt8] {
        places(in: bytes.span).reduce(into: bytes) { bytes, place in
            bytes.replaceSubrange(place, with: repeatElement(UInt8(ascii: "*"), count: place.count))
        }
    }

    private func places(in text: Span<UInt8>) -> [Range<Int>] {
        search.places(in: text).flatMap { found in
            let form = forms.contains(found.map { text[$0] }) ? [found] : []
            return form + keys.compactMap { $0.place(in: text, around: found) }
        }
    }

    /// As it is, inside whatever was packed into base64, in figures, and with every sign escaped.
    private static func forms(of secret: String) -> [[UInt8]] {
        let packed = (0..<3).map { Base64URL.encode(Array(secret.utf8), behind: $0) }
        let usual = packed.map { $0.replacing("-", with: "+").replacing("_", with: "/") }
        let figures = secret.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        let hex = [figures, figures.map { $0.uppercased() }]
        let escaped = hex.flatMap { hex in
            ["", "\\u00", "%"].map { mark in hex.map { mark + $0 }.joined() }
        }
        let forms = [secret] + packed + usual + usual.map { PercentEncoding.encode($0) } + escaped
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
