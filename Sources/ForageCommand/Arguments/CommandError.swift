internal import ForageCore
internal import Platform

/// The reason why a command does not do its work, and how the program ends then.
struct CommandError: Error, CustomStringConvertible {
    let description: String
    let code: ExitCode

    private init(_ description: String, _ code: ExitCode) {
        self.description = description
        self.code = code
    }

    /// States what was not understood of a command line, in a sentence that is safe to print, whatever was typed.
    static func usage(_ sentence: String) -> CommandError { CommandError(sentence.printable(), .usage) }

    /// States why the work cannot be done.
    static func failure(_ sentence: String) -> CommandError { CommandError(sentence, .failure) }

    /// States what is wrong with files of settings, a line each.
    static func configuration(_ faults: [String]) -> CommandError {
        CommandError(faults.joined(separator: "\n"), .configuration)
    }

    /// Says what this program was started with that is not UTF-8; nil where all that it makes use of is.
    static var ofBrokenText: CommandError? {
        let rule = "Forage takes only words and names in UTF-8."
        return switch BrokenText.first(ofVariables: ProgramVariables.isReadAsText) {
        case .argument(let word): CommandError.usage("\"\(word)\" is not UTF-8: \(rule)")
        case .variable(let name): CommandError.usage("The variable \(name) is not UTF-8: \(rule)")
        case .folder(let path):
            CommandError.usage("The folder that you are in, \(path), is not UTF-8: \(rule)")
        case nil: nil
        }
    }

    /// Says that a name is not known, and which was probably meant or, without a guess, which there are or what to do.
    static func unknown(
        _ what: String, _ typed: String, among names: [String], guesses: Bool = true, advice: String? = nil
    ) -> CommandError {
        let shown = typed.printable(upTo: 60)
        let article = what.first.map("aeiou".contains) == true ? "an" : "a"
        if guesses, let nearest = nearestName(to: typed, among: names) {
            return CommandError.usage("\"\(shown)\" is not \(article) \(what); did you mean \"\(nearest)\"?")
        }
        let advice = advice ?? (names.isEmpty ? nil : names.asChoice)
        return CommandError.usage("\"\(shown)\" is not \(article) \(what)\(advice.map { "; \($0)" } ?? "").")
    }

    /// Says that an option is gone, by its name without the hyphens; nil for one that never was there.
    static func retired(_ option: some StringProtocol) -> CommandError? {
        retiredOptions.first { $0.name == option }.map { CommandError.usage("--\($0.name) \($0.words).") }
    }

    private static let retiredOptions = [
        Retired("compare-thumbnails", since: "0.1.0", "photos are no longer compared by how they look"),
        Retired("explain-missing", since: "0.1.0", "--explain says who applied which filter"),
        Retired("first", since: "0.1.0", "everyone is waited for; --timeout says how long, --limit how many"),
    ]

    /// Says that a command takes no such word, and where to read what it takes.
    static func unexpected(_ word: String, in command: String) -> CommandError {
        unexpected(word, advice: "see forage \(command) --help.")
    }

    /// Says that a command takes no such word, and what to do instead.
    static func unexpected(_ word: String, advice: String) -> CommandError {
        CommandError.usage("Unexpected argument \"\(word)\": \(advice)")
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
