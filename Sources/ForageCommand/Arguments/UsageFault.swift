internal import ForageCore
internal import Platform

/// Why a command line was not understood.
struct UsageFault: Error, CustomStringConvertible {
    let description: String

    /// Makes a sentence of it that is safe to print, whatever was typed.
    init(_ description: String) { self.description = description.printable() }

    /// Says what this program was started with that is not UTF-8; nil where all that it makes use of is.
    static var ofBrokenText: UsageFault? {
        let rule = "Forage takes only words and names in UTF-8."
        return switch BrokenText.first(ofVariables: ProgramVariables.isReadAsText) {
        case .argument(let word): UsageFault("\"\(word)\" is not UTF-8: \(rule)")
        case .variable(let name): UsageFault("The variable \(name) is not UTF-8: \(rule)")
        case .folder(let path): UsageFault("The folder that you are in, \(path), is not UTF-8: \(rule)")
        case nil: nil
        }
    }

    /// Says that a name is not known, and which was probably meant or, without a guess, which there are or what to do.
    static func unknown(
        _ what: String, _ typed: String, among names: [String], guesses: Bool = true, advice: String? = nil
    ) -> UsageFault {
        let shown = typed.printable(upTo: 60)
        let article = what.first.map("aeiou".contains) == true ? "an" : "a"
        if guesses, let nearest = nearestName(to: typed, among: names) {
            return UsageFault("\"\(shown)\" is not \(article) \(what); did you mean \"\(nearest)\"?")
        }
        let advice = advice ?? (names.isEmpty ? nil : names.asChoice)
        return UsageFault("\"\(shown)\" is not \(article) \(what)\(advice.map { "; \($0)" } ?? "").")
    }

    /// Says that an option is gone, by its name without the hyphens; nil for one that never was there.
    static func retired(_ option: some StringProtocol) -> UsageFault? {
        Retired.option(option).map { UsageFault("--\($0.name) \($0.words).") }
    }

    /// Says that a command takes no such word, and where to read what it takes.
    static func unexpected(_ word: String, in command: String) -> UsageFault {
        unexpected(word, advice: "see forage \(command) --help.")
    }

    /// Says that a command takes no such word, and what to do instead.
    static func unexpected(_ word: String, advice: String) -> UsageFault {
        UsageFault("Unexpected argument \"\(word)\": \(advice)")
    }
}

/// A query, or a template, with a mark beneath what is wrong with it, for a person at a terminal. Of a long one the
/// surroundings are shown.
struct FaultPointer {
    let text: String

    init(_ fault: SyntaxError, width: Int) {
        let room = max(12, width - 4)
        var before = Self.shown(String(fault.before.suffix(room / 2)))
        if fault.before.count > room / 2 { before = "…" + before }
        let faulty = Self.shown(fault.faulty).truncated(toWidth: max(1, room - before.displayWidth))
        let after = Self.shown(fault.after).truncated(
            toWidth: max(0, room - before.displayWidth - faulty.displayWidth))
        let mark = "^" + String(repeating: "~", count: max(0, faulty.displayWidth - 1))
        text =
            "  " + before + faulty + after + "\n  " + String(repeating: " ", count: before.displayWidth)
            + mark
    }

    /// Safe to print, with a space at the ends where one was.
    private static func shown(_ text: String) -> String {
        let shown = text.printable()
        guard !shown.isEmpty else { return text.isEmpty ? "" : " " }
        return (text.first?.isWhitespace == true ? " " : "") + shown
            + (text.last?.isWhitespace == true ? " " : "")
    }
}
