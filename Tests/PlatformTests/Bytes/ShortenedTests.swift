import Platform
import Testing

@Suite("A shortened text")
struct ShortenedTests {
    @Test(
        "has so many code points, however few characters they make",
        arguments: [
            ("", ""), ("ab", "ab"), ("abc", "abc"), ("abcd", "abc"), ("äöüß", "äöü"),
            ("e\u{301}\u{302}\u{303}", "e\u{301}\u{302}"), ("\r\n\r\n", "\r\n\r"),
        ])
    func length(text: String, expected: String) {
        #expect(text.shortened(to: 3).unicodeScalars.elementsEqual(expected.unicodeScalars))
    }
}
