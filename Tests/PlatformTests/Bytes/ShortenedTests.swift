import Platform
import Testing

@Suite("Shortening a text")
struct ShortenedTests {
    @Test(
        "a text is shortened by code points, not by characters",
        arguments: [
            ("", ""), ("ab", "ab"), ("abc", "abc"), ("abcd", "abc"), ("äöüß", "äöü"),
            ("e\u{301}\u{302}\u{303}", "e\u{301}\u{302}"), ("\r\n\r\n", "\r\n\r"),
        ])
    func length(text: String, expected: String) {
        #expect(text.shortened(to: 3).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
