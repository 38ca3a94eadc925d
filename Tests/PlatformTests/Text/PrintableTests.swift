import Platform
import Testing

@Suite("Text made safe for a terminal")
struct PrintableTests {
    @Test(
        "hostile text becomes a single harmless line",
        arguments: [
            ("plain text", "plain text"),
            ("  line\nbreak\ttab\r\n\u{85}\u{2028}end \n", "line break tab end"),
            ("\u{A0}no\u{3000}break\u{A0}", "no break"),
            ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
            (Sample.hyperlink.text, "␛]8;;https://example.org␛\\click␛]8;;␇"),
            ("nul\0 bell\u{7} del\u{7F} csi\u{9B}2J", "nul␀ bell␇ del␡ csi�2J"),
            (Sample.overridden.text, "Photo gpj.exe end"),
            ("\u{200E}a\u{200F}b\u{61C}c\u{2066}d\u{2067}e\u{2068}f\u{2069}g\u{202A}h\u{202D}i", "abcdefghi"),
            ("a\u{200B}b\u{FEFF}c\u{2060}d\u{AD}e\u{180E}f\u{3164}g", "abcdefg"),
            ("tag\u{E0041}\u{E007F}ged", "tagged"),
            ("\u{E000}x\u{F8FF}y\u{FFFF}z\u{F0000}", "�x�y�z�"),
            ("\u{301}mark \u{302}first", "mark first"),
            ("e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}!", "e\u{301}\u{302}\u{303}\u{304}!"),
            ("", ""),
            (" \n ", ""),
        ])
    func prints(text: String, expected: String) {
        #expect(Array(text.printable().unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test(
        "characters that change the look of others are kept",
        arguments: [
            "👩🏽‍🚀 crew", "👩‍❤️‍💋‍👩", "1️⃣ first", "🇩🇪🇫🇷", "می‌خواهم", "क्‍ष", "שָׁלוֹם", "Tiếng Việt", "日本の写真", "شروق الشمس",
        ])
    func keeps(text: String) {
        #expect(Array(text.printable().unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test(
        "joiners and variation selectors without effect are removed",
        arguments: [
            ("ab\u{200D}\u{200C}cd", "abcd"), ("a\u{FE0F}b", "ab"), ("👩\u{200D}\u{200D}x", "👩\u{200D}x"),
            ("x \u{200D}y", "x y"),
        ])
    func dropsUselessJoiners(text: String, expected: String) {
        #expect(Array(text.printable().unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("nothing that moves the cursor or changes the direction remains", arguments: Sample.all)
    func neverPrintsControls(sample: Sample) {
        let line = sample.text.printable()
        #expect(!line.contains("  ") && line.first != " " && line.last != " ")
        for scalar in line.unicodeScalars {
            #expect(!Self.isForbidden(scalar), "U+\(String(scalar.value, radix: 16))")
        }
        #expect(line.printable() == line)
    }

    @Test("every assigned character of Unicode prints safely")
    func printsEveryCharacter() {
        for scalar in [UInt32(0)...0x323AF, 0xE0000...0xE01FF].joined().compactMap(Unicode.Scalar.init) {
            let line = "x\(Character(scalar))y".printable()
            if line.unicodeScalars.contains(where: Self.isForbidden) || line.displayWidth < 2 {
                Issue.record("U+\(String(scalar.value, radix: 16)) prints \(line)")
            }
        }
    }

    @Test("only the beginning of a very long text is read")
    func boundsLength() {
        #expect(Sample.endlessWide.text.printable(upTo: 100) == String(repeating: "漢", count: 100) + "…")
        #expect(Sample.endless.text.printable(upTo: 9) == "word word…")
        #expect(Sample.zalgo.text.printable().unicodeScalars.count == 6)
        #expect(Sample.endlessFamily.text.printable(upTo: 20).displayWidth == 7)
    }

    @Test("right-to-left text is isolated, other text is unchanged")
    func isolates() {
        #expect("זריחה at dawn".isolated == "\u{2068}זריחה at dawn\u{2069}")
        #expect("شروق".isolated == "\u{2068}شروق\u{2069}")
        #expect("日本 é".isolated == "日本 é")
        #expect("plain".isolated == "plain")
    }

    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF:
            true
        case 0xE000...0xF8FF, 0xE0000...0x10FFFF: true
        default: false
        }
    }
}
