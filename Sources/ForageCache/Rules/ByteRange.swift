internal import ForageCore

/// Which bytes of a file a request asks for (RFC 9110, 14).
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
