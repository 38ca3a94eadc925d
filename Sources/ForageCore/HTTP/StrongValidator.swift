package import Platform

/// A value that identifies one version of a file, byte for byte (RFC 9110, 8.8.1).
package struct StrongValidator: Hashable, Sendable {
    /// A tag in quotation marks, or a date, as it is written in `If-Range`.
    package let text: String

    private static let quietTime = 60.0

    /// Creates a validator from the strong tag of a response or, if it has no tag, from the time of the last change.
    /// That is used only if the response came long enough after it that no other change can have the same time.
    ///
    /// - Parameters:
    ///   - headers: The response's fields.
    ///   - received: The time of the response, needed for two-digit years.
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

    /// Creates a validator from its stored text.
    package init?(written text: String) {
        guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }), !text.isEmpty else { return nil }
        self.text = text
    }

    /// Indicates whether a tag is strong, which means that it identifies every byte.
    package static func isStrong(_ tag: String) -> Bool {
        tag.utf8.first == UInt8(ascii: "\"") && tag.utf8.last == UInt8(ascii: "\"") && tag.utf8.count > 1
    }

    /// Indicates whether a response may be the same version of the file. If this is a tag, it must match (RFC 9110,
    /// 15.3.7).
    package func mayBe(of headers: Headers) -> Bool {
        if text.hasPrefix("\"") { return headers.lines(of: "ETag").first == text }
        return (headers.lines(of: "Last-Modified").first ?? text) == text
    }
}

/// The comparison of entity tags (RFC 9110, 8.8.3).
package enum EntityTag {
    /// Indicates whether `If-None-Match` contains the current tag (RFC 9110, 13.1.2), so that the client has the file.
    ///
    /// - Parameters:
    ///   - tag: The current tag, if there is one.
    ///   - lines: The lines of the field.
    /// - Returns: True if it is among them.
    package static func isNamed(_ tag: String?, in lines: [String]) -> Bool {
        let tags = lines.flatMap { HTTPSyntax.members(of: $0, escape: nil) }
        if tags == ["*"] { return true }
        guard let own = tag.map(weakForm) else { return false }
        return tags.contains { weakForm($0) == own }
    }

    /// The tag without its mark of weakness.
    package static func weakForm(_ tag: some StringProtocol) -> String {
        String(tag.hasPrefix("W/") ? tag.dropFirst(2)[...] : tag[...])
    }
}

/// The range of a file's bytes in a response: `bytes 0-499/1234`.
package struct ContentRange: Hashable, Sendable, CustomStringConvertible {
    package let bytes: Range<Int>
    /// The length of the file, if the server knows it.
    package let total: Int?

    package init(_ bytes: Range<Int>, of total: Int?) {
        self.bytes = bytes
        self.total = total
    }

    /// Reads a range; nil if it is malformed or impossible.
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
