import Testing

/// A text that services really send, or that somebody may send on purpose.
///
/// Its description is its name, so that a test run never prints the text.
struct Sample: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String

    var testDescription: String { name }

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}

extension Sample {
    static let hyperlink = Sample("hyperlink", "\u{1B}]8;;https://example.org\u{1B}\\click\u{1B}]8;;\u{7}")
    static let overridden = Sample("overridden order", "Photo \u{202E}gpj.exe\u{202C} end")
    static let zalgo = Sample("zalgo", "H" + String(repeating: "\u{300}\u{316}", count: 40) + "e")
    static let endless = Sample("endless words", String(repeating: "word ", count: 2_000))
    static let endlessWide = Sample("endless wide", String(repeating: "漢", count: 10_000))
    static let endlessFamily = Sample("endless family", "👩" + String(repeating: "\u{200D}👩", count: 500))

    static let short = [
        Sample("empty", ""),
        Sample("a space", " "),
        Sample("plain", "plain"),
        Sample("two spaces", "two  spaces"),
        Sample("line breaks", "line\nbreak\ttab\r\nend"),
        Sample("separators", "\u{2028}\u{2029}"),
        Sample("no-break spaces", "\u{A0}\u{3000}x\u{A0}"),
        Sample("colours", "\u{1B}[31mred\u{1B}[0m"),
        Sample("C1 control", "\u{9B}2J"),
        Sample("nul and delete", "\0nul\u{7F}"),
        Sample("astronaut", "👩🏽‍🚀 crew"),
        Sample("flags", "🇩🇪🇫🇷"),
        Sample("keycap", "1️⃣ first"),
        Sample("Japanese", "日本の写真"),
        Sample("Arabic", "شروق الشمس"),
        Sample("Hebrew", "זריחה at dawn"),
        Sample("Persian", "می‌خواهم"),
        Sample("conjunct", "क्षि"),
        Sample("Hindi", "हिन्दी"),
        Sample("direction marks", "\u{200F}\u{2067}x\u{2069}"),
        Sample("tags", "tag\u{E0041}\u{E007F}ged"),
        Sample("private use", "\u{E000}\u{F8FF}"),
        Sample("unassigned", "\u{FFFF}\u{378}"),
        Sample("mark first", "\u{301}starts with a mark"),
        Sample("useless variant", "a\u{FE0F}b"),
        Sample("useless joiners", "ab\u{200D}\u{200D}cd"),
        Sample("many marks", "e\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}"),
        hyperlink, overridden, zalgo,
    ]

    static let all = short + [endless, endlessWide, endlessFamily]
}
