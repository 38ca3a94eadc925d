internal import Platform

/// A page for `man`, written in the language of troff with the macros of man(7).
struct Roff {
    private(set) var text: String

    /// Begins a page.
    ///
    /// - Parameters:
    ///   - title: The name of the page, such as `forage-search`.
    ///   - section: The section of the manual: 1 for commands, 5 for files.
    ///   - date: The date of the page, such as `2026-11-28`.
    ///   - source: The program and its version.
    init(_ title: String, section: Int, date: String, source: String) {
        text = ".TH \(Self.escaped(title.uppercased())) \(section) \(date) \"\(Self.escaped(source))\"\n"
        // Names of variables and addresses are neither hyphenated nor stretched.
        text += ".nh\n.ad l\n"
    }

    mutating func section(_ title: String) { text += ".SH \(title)\n" }

    mutating func paragraph() { text += ".PP\n" }

    /// Begins a new line of the same paragraph.
    mutating func breakLine() { text += ".br\n" }

    /// Adds text that is refilled. Words in backquotes become bold.
    mutating func prose(_ prose: String) {
        let parts = prose.split(separator: "`", omittingEmptySubsequences: false)
        let marked = parts.enumerated().map { place, part in
            place % 2 == 1 ? Self.bold(String(part)) : Self.escaped(String(part))
        }
        fill(marked.joined())
    }

    /// Adds text with markup, in lines of a usual length.
    mutating func fill(_ marked: String) {
        marked.wrapped(toWidth: Self.greatestWidth).forEach { line($0) }
    }

    private static let greatestWidth = 78

    /// Begins an entry of a list: a term, after which its explanation follows.
    mutating func term(_ term: String) {
        text += ".TP\n"
        line(term)
    }

    /// Adds lines that are shown as they are.
    mutating func example(_ lines: [String]) {
        text += ".EX\n"
        lines.forEach { line(Self.escaped($0)) }
        text += ".EE\n"
    }

    /// Adds a line of text and markup, which is not taken for a request even if it begins like one.
    mutating func line(_ line: String) {
        text += (line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" : "") + line + "\n"
    }

    static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

    /// The text with characters that are the same after it is copied from the page.
    static func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\\": "\\e"
            case "-": "\\-"
            case "'": "\\(aq"
            case "\"": "\\(dq"
            case "`": "\\(ga"
            case "^": "\\(ha"
            case "~": "\\(ti"
            case _ where scalar.isASCII: String(scalar)
            default: "\\[u" + hexadecimal(scalar.value) + "]"
            }
        }.joined()
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
