import Testing

@testable import ForageTransport

@Suite("Searching for several patterns at once")
struct PatternSearchTests {
    @Test("all occurrences are found, even overlapping ones", arguments: 0..<200)
    func all(round: Int) {
        // A small alphabet, so that patterns occur often and contain each other.
        let letters = Array("abc".utf8)
        let random = { (counts: ClosedRange<Int>) in
            (0..<Int.random(in: counts)).map { _ in letters[Int.random(in: letters.indices)] }
        }
        let (text, patterns) = (random(0...60), Set((0..<Int.random(in: 1...4)).map { _ in random(1...5) }))
        let expected = text.indices.flatMap { start in
            patterns.filter { text[start...].starts(with: $0) }.map { start..<start + $0.count }
        }
        #expect(Set(PatternSearch(patterns).places(in: text.span)) == Set(expected))
    }

    @Test("no patterns find nothing")
    func nothing() { #expect(PatternSearch([]).places(in: [1, 2, 3].span).isEmpty) }
}
