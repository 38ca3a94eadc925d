import ForageCore
import Testing

@Suite("Collapsing white space")
struct TrimmedTextTests {
    @Test(
        "white space between words becomes one space, and is removed at the ends",
        arguments: [
            "", " ", "owl", " owl ", "barn owl", "barn  owl", "barn\towl\n", "\r\nbarn\r\n\r\nowl",
            "a\u{B}b\u{C}c",
            "a\u{1C}b", "a\u{A0}b", "\u{3000}猫 の  写真", "Astrid Møller", "a \u{301}b", "a\u{0} b",
            "  a b  c   d ",
        ])
    func singleSpaces(text: String) {
        let words = text.split(whereSeparator: \.isWhitespace)
        #expect(text.spacedParts == words)
        #expect(text.withSingleSpaces == words.joined(separator: " "))
    }
}
