/// Which part of a file an answer says it is, or how long the file is of which there is no such part.
struct ContentRange: Hashable, Sendable {
    /// Nil where the part that was asked for does not exist.
    let part: ClosedRange<Int>?
    let byteCount: Int?

    /// Reads `bytes 100-199/1000`, `bytes 100-199/*` or `bytes */1000`.
    init?(_ text: String) {
        guard text.lowercased().hasPrefix("bytes ") else { return nil }
        let words = text.dropFirst("bytes ".count).split(separator: "/", omittingEmptySubsequences: false)
        guard words.count == 2 else { return nil }
        byteCount = Self.number(words[1])
        if words[0] == "*", byteCount != nil {
            part = nil
            return
        }
        let ends = words[0].split(separator: "-", omittingEmptySubsequences: false).map(Self.number)
        guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last,
            byteCount.map({ last < $0 }) ?? (words[1] == "*")
        else { return nil }
        part = first...last
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }
}
