import Platform
import Testing

@Suite("Text without terminal controls")
struct ControlsTests {
    @Test(
        "control characters become visible, direction marks are removed, line breaks and spaces stay",
        arguments: [
            ("plain  text\n\tof two lines\r\n", "plain  text\n\tof two lines\r\n"),
            ("\u{1B}[31mred\u{7}", "␛[31mred␇"), ("\0\u{7F}\u{9B}", "␀␡\u{FFFD}"),
            ("\u{202E}txt.exe\u{202C}\u{2067}x\u{2069}", "txt.exex"),
            ("e\u{301} 👩‍👩‍👧 שלום\u{200E}", "e\u{301} 👩‍👩‍👧 שלום\u{200E}"),
        ])
    func safe(text: String, expected: String) {
        #expect(Array(text.withoutControls.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("a cleaned text does not change when cleaned again", arguments: Sample.all)
    func once(sample: Sample) {
        let safe = sample.text.withoutControls
        #expect(safe.withoutControls == safe)
    }
}
