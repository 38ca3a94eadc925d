import Platform
import Testing

@Suite("Text in its composed form")
struct CompositionTests {
    @Test(
        "a letter and its marks become one, and nothing else changes",
        arguments: [
            ("plain", "plain"), ("e\u{301}", "\u{E9}"), ("\u{1112}\u{1161}\u{11AB}", "\u{D55C}"),
            ("\u{E9} Ａ ﬁ Ø", "\u{E9} Ａ ﬁ Ø"), ("", ""),
        ])
    func composed(text: String, expected: String) {
        #expect(Array(text.composed.unicodeScalars) == Array(expected.unicodeScalars))
    }
}
