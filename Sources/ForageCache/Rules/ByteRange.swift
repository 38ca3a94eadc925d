/// Which bytes of a file a request asks for, and which an answer brings (RFC 9110, 14).
package enum ByteRange: Hashable, Sendable {
    /// From here to there, both included, or to the end.
    case from(Int, through: Int?)
    /// So many at the end.
    case last(Int)
    /// Several ranges, or a unit that nobody knows: for the origin to make something of.
    case other

    /// Reads a `Range` field.
    package init(_ text: String) {
        self = Self.single(text) ?? .other
    }

    private static func single(_ text: String) -> ByteRange? {
        let halves = text.split(separator: "=", maxSplits: 1)
        guard halves.count == 2, halves[0].lowercased() == "bytes" else { return nil }
        let ends = halves[1].split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        let (first, last) = (HTTPSyntax.byteCount(ends[0]), HTTPSyntax.byteCount(ends[1]))
        switch (first, last) {
        case (let first?, let last?): return first <= last ? .from(first, through: last) : nil
        case (let first?, nil): return ends[1].isEmpty ? .from(first, through: nil) : nil
        case (nil, let count?): return ends[0].isEmpty ? .last(count) : nil
        case (nil, nil): return nil
        }
    }

    /// The bytes meant of a file of this length, which need not be known; nil where that cannot be told or there are none.
    package func bytes(of total: Int?) -> Range<Int>? {
        switch (self, total) {
        case (.from(let first, let last), let total?):
            let end = min(last.map { $0 + 1 } ?? total, total)
            return first < end ? first..<end : nil
        case (.from(let first, let last?), nil): return first..<(last + 1)
        case (.last(let count), let total?):
            return count > 0 && total > 0 ? max(0, total - count)..<total : nil
        case (.from, nil), (.last, nil), (.other, _): return nil
        }
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
