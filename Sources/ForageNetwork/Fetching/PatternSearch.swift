internal import ForageCore

/// Finds any of several patterns in a text, and passes over most of its bytes on the way.
///
/// As long a piece of the text as the shortest pattern is looked at by its last byte, which tells how far it is at least
/// to where a pattern may end its share of such a piece (Horspool's way, for many patterns at once).
struct PatternSearch: Sendable {
    private let patterns: [[UInt8]]
    /// How long the shortest pattern is.
    private let pieceLength: Int
    /// How far a piece is moved on that ends with a byte; not at all where it may be the beginning of a pattern.
    private let steps: [Int]

    init(_ patterns: some Collection<[UInt8]>) {
        precondition(!patterns.contains([]), "nothing is everywhere")
        let pieceLength = patterns.map(\.count).min() ?? 0
        var steps = [Int](repeating: pieceLength, count: 256)
        for pattern in patterns {
            for (place, byte) in pattern.prefix(pieceLength).enumerated() {
                steps[Int(byte)] = min(steps[Int(byte)], pieceLength - 1 - place)
            }
        }
        (self.patterns, self.pieceLength, self.steps) = (Array(patterns), pieceLength, steps)
    }

    /// Where the patterns are.
    func places(in text: Span<UInt8>) -> [Range<Int>] {
        guard pieceLength > 0 else { return [] }
        var places: [Range<Int>] = []
        var end = pieceLength - 1
        while end < text.count {
            let step = steps[Int(text[end])]
            if step == 0 {
                let start = end - (pieceLength - 1)
                for pattern in patterns where text.holds(pattern.span, at: start) {
                    places.append(start..<start + pattern.count)
                }
            }
            end += max(1, step)
        }
        return places
    }
}
