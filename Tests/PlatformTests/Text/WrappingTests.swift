import Platform
import Testing

@Suite("Line wrapping")
struct WrappingTests {
    @Test(
        "lines are broken at spaces, and words only if they are too long",
        arguments: [
            ("the quick brown fox", 10, ["the quick", "brown fox"]),
            ("the quick brown fox", 100, ["the quick brown fox"]),
            ("exactly ten", 7, ["exactly", "ten"]),
            ("a abcdefghijkl b", 5, ["a", "abcde", "fghij", "kl b"]),
            ("日本の写真 photo", 5, ["日本", "の写", "真", "photo"]),
            ("in 日本 now", 6, ["in 日", "本 now"]),
            ("été à", 3, ["été", "à"]),
            ("日本", 1, ["日", "本"]),
            ("  ", 5, []),
            ("", 5, []),
            ("ab", 0, ["a", "b"]),
        ])
    func wraps(text: String, width: Int, expected: [String]) {
        #expect(text.wrapped(toWidth: width) == expected)
    }

    @Test("addresses stay whole on request, so that they can be copied")
    func keepsAddresses() {
        let text = "Ines (https://example.org/a/long/way) abcdefghijkl"
        #expect(
            text.wrapped(toWidth: 10, keepingAddresses: true)
                == ["Ines", "(https://example.org/a/long/way)", "abcdefghij", "kl"])
    }

    @Test("no line is wider than requested and no word is lost", arguments: Sample.all)
    func wrapsEverything(sample: Sample) {
        let line = sample.text.printable()
        for width in [8, 40, 200] {
            let lines = line.wrapped(toWidth: width)
            #expect(lines.allSatisfy { $0.displayWidth <= width })
            #expect(lines.joined().filter { $0 != " " } == line.filter { $0 != " " })
        }
    }
}
