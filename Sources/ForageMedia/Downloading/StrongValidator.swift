internal import Essentials
internal import ForageCore

/// What tells one state of a file from every other, byte for byte (RFC 9110, 8.8.1).
struct StrongValidator: Hashable, Sendable {
    /// A tag in quotation marks, or a date.
    let text: String

    /// Takes the strong tag of an answer, else the time of its last change if the answer came so much later that
    /// another change in the same second would show.
    init?(_ headers: Headers) {
        if let tag = headers["ETag"] {
            guard tag.hasPrefix("\""), tag.hasSuffix("\""), tag.utf8.count > 1 else { return nil }
            text = tag
        } else {
            guard let modified = headers["Last-Modified"], let change = HTTPDate(modified),
                let sent = headers["Date"].flatMap({ HTTPDate($0) }),
                sent.date.timeIntervalSince(change.date) >= 60
            else { return nil }
            text = modified
        }
    }

    /// Takes one that was written down.
    init?(written text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), !text.isEmpty else { return nil }
        self.text = text
    }

    /// Whether an answer may be of the same state of the file.
    func mayBe(of headers: Headers) -> Bool {
        (headers[text.hasPrefix("\"") ? "ETag" : "Last-Modified"] ?? text) == text
    }
}
