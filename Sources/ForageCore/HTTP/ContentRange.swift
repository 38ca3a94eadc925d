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
