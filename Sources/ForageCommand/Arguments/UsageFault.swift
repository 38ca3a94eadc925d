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
