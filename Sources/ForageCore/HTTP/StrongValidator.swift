package import Platform

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

/// How entity tags are compared (RFC 9110, 8.8.3).
package enum EntityTag {
    /// Whether `If-None-Match` names what there is (RFC 9110, 13.1.2): whoever asks has it then.
    ///
    /// - Parameters:
    ///   - tag: The tag of what there is, if it has one.
    ///   - lines: The lines of the field.
    /// - Returns: Whether it is among them.
    package static func isNamed(_ tag: String?, in lines: [String]) -> Bool {
        let tags = lines.flatMap { HTTPSyntax.members(of: $0, escape: nil) }
        if tags == ["*"] { return true }
        guard let own = tag.map(weakForm) else { return false }
        return tags.contains { weakForm($0) == own }
    }

    /// A tag without its mark of weakness.
    package static func weakForm(_ tag: some StringProtocol) -> String {
        String(tag.hasPrefix("W/") ? tag.dropFirst(2)[...] : tag[...])
    }
}

/// Which bytes of a file an answer brings: `bytes 0-499/1234`.
package struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    package let bytes: Range<Int>
    /// How long the file is, where the server knows.
    package let total: Int?

    package init(_ bytes: Range<Int>, of total: Int?) {
        self.bytes = bytes
        self.total = total
    }

    /// Nil for what is none, and for one that cannot be.
    package init?(_ text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
        let halves = words[1].split(separator: "/", omittingEmptySubsequences: false)
        let ends = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard halves.count == 2, ends.count == 2, let first = HTTPSyntax.byteCount(ends[0]),
            let last = HTTPSyntax.byteCount(ends[1]), first <= last
        else { return nil }
        bytes = first..<(last + 1)
        total = HTTPSyntax.byteCount(halves[1])
        guard halves[1] == "*" || total.map({ $0 > last }) == true else { return nil }
    }

    package var description: String {
        "bytes \(bytes.lowerBound)-\(bytes.upperBound - 1)/\(total.map(String.init) ?? "*")"
    }
}
