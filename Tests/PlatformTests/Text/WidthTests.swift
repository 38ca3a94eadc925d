import Platform
import Testing

@Suite("Text width in a terminal")
struct WidthTests {
    @Test(
        "every kind of character has its number of columns",
        arguments: [
            ("", 0), ("plain", 5), ("tab\tand\u{1B}", 6), ("é", 1), ("e\u{301}", 1), ("日本", 4), ("한글", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("ｗｉｄｅ", 8), ("ﾊﾝ", 2), ("🦊", 2), ("👩‍👩‍👧‍👦", 2), ("👩🏽‍🚀", 2),
            ("❤️", 2), ("❤", 1), ("🇩🇪", 2), ("1️⃣", 2), ("שלום", 4), ("שָׁלוֹם", 4), ("شمس", 3), ("می‌خواهم", 7),
            ("a\u{200B}b", 2), ("“–…”", 4), ("🫩", 2), ("\u{E000}", 1), ("ไทย", 3), ("ที่", 1), ("\u{202E}", 0),
        ])
    func measures(text: String, columns: Int) {
        #expect(text.displayWidth == columns)
    }

    @Test(
        "text that is too wide is truncated between characters",
        arguments: [
            ("hello world", 11, "hello world"), ("hello world", 10, "hello wor…"),
            ("hello world", 7, "hello…"),
            ("hello", 1, "…"), ("hello", 0, ""), ("hello", -3, ""), ("", 5, ""), ("日本の写真", 10, "日本の写真"),
            ("日本の写真", 9, "日本の写…"), ("日本の写真", 8, "日本の…"), ("日本", 1, "…"),
            ("a👩‍👩‍👧‍👦b👩‍👩‍👧‍👦", 5, "a👩‍👩‍👧‍👦b…"), ("cafe\u{301}s", 4, "caf…"), ("cafe\u{301}s", 5, "cafe\u{301}s"),
        ])
    func truncates(text: String, width: Int, expected: String) {
        #expect(text.truncated(toWidth: width) == expected)
    }

    @Test(
        "truncated text is never wider than requested, and text that fits stays whole", arguments: Sample.all)
    func truncatesEverything(sample: Sample) {
        let whole = sample.text.displayWidth
        for width in 0...40 {
            let cut = sample.text.truncated(toWidth: width)
            #expect(cut.displayWidth <= width)
            #expect(width == 0 || whole > width || cut == sample.text)
        }
    }

    @Test(
        "text is padded with spaces on either side",
        arguments: [
            ("ab", String.Alignment.leading, "ab   "), ("ab", .trailing, "   ab"), ("日本", .leading, "日本 "),
            ("abcdef", .leading, "abcdef"), ("", .trailing, "     "),
        ])
    func pads(text: String, alignment: String.Alignment, expected: String) {
        #expect(text.padded(toWidth: 5, alignment: alignment) == expected)
    }
}
