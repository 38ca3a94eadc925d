internal import ForageCore

/// Takes keys back out of what servers send: some repeat the request in their answers.
struct Redaction {
    /// Each key as it is and as it looks inside an address.
    private let patterns: [[UInt8]]

    /// A shorter key cannot be told from ordinary text.
    private static let leastByteCount = 6

    init(of secrets: some Sequence<String>) {
        let forms = Set(secrets.flatMap { [$0, PercentEncoding.encode($0)] })
        patterns = forms.map { Array($0.utf8) }.filter { $0.count >= Self.leastByteCount }
    }

    func finds(in text: String) -> Bool { apply(to: text) != text }

    func apply(to text: String) -> String {
        patterns.isEmpty ? text : String(decoding: apply(to: Array(text.utf8)), as: UTF8.self)
    }

    /// Stars in place of every key; all other bytes stay where they are.
    func apply(to bytes: [UInt8]) -> [UInt8] {
        patterns.reduce(into: bytes) { bytes, pattern in
            var start = 0
            while let found = bytes[start...].firstIndex(of: pattern[0]) {
                start = found + 1
                guard bytes[found...].starts(with: pattern) else { continue }
                start = found + pattern.count
                bytes.replaceSubrange(
                    found..<start, with: repeatElement(UInt8(ascii: "*"), count: pattern.count))
            }
        }
    }
}
