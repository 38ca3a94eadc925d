package import Essentials

/// What tells one state of a file from every other, byte for byte (RFC 9110, 8.8.1).
package struct StrongValidator: Hashable, Sendable {
    /// A tag in quotation marks, or a date; as it is written in `If-Range`.
    package let text: String

    private static let quietTime = 60.0

    /// Takes the strong tag of an answer, else the time of its last change if the answer came so much later that
    /// another change in the same second would show.
    ///
    /// - Parameters:
    ///   - headers: The answer's fields.
    ///   - received: When it came, for years of two digits.
    package init?(_ headers: Headers, near received: Date = Date()) {
        if let tag = headers.lines(of: "ETag").first {
            guard Self.isStrong(tag) else { return nil }
            text = tag
        } else {
            guard let modified = headers.lines(of: "Last-Modified").first,
                let change = HTTPDate(modified, near: received)?.date,
                let sent = headers.lines(of: "Date").first.flatMap({ HTTPDate($0, near: received)?.date }),
                sent.timeIntervalSince(change) >= Self.quietTime
            else { return nil }
            text = modified
        }
    }

    /// Takes one that was written down.
    package init?(written text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), !text.isEmpty else { return nil }
        self.text = text
    }

    /// Whether a tag stands for every byte.
    package static func isStrong(_ tag: String) -> Bool {
        tag.utf8.first == UInt8(ascii: "\"") && tag.utf8.last == UInt8(ascii: "\"") && tag.utf8.count > 1
    }

    /// Whether an answer may be of the same state of the file. One that has a tag has to name it (RFC 9110, 15.3.7).
    package func mayBe(of headers: Headers) -> Bool {
        if text.hasPrefix("\"") { return headers.lines(of: "ETag").first == text }
        return (headers.lines(of: "Last-Modified").first ?? text) == text
    }
}
