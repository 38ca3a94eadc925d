internal import ForageCore
internal import Platform

/// The reason why a command cannot do its work, with the program's exit code.
struct CommandError: Error, CustomStringConvertible {
    let description: String
    let code: ExitCode

    private init(_ description: String, _ code: ExitCode) {
        self.description = description
        self.code = code
    }

    /// An error about the command line. The sentence is made safe to print, whatever was typed.
    static func usage(_ sentence: String) -> CommandError { CommandError(sentence.printable(), .usage) }

    /// An error about the work itself.
    static func failure(_ sentence: String) -> CommandError { CommandError(sentence, .failure) }

    static let noConfigurationFolder = failure(
        "There is no folder for your configuration: set HOME or XDG_CONFIG_HOME.")

    /// An error about configuration files, one line for each fault.
    static func configuration(_ faults: [String]) -> CommandError {
        CommandError(faults.joined(separator: "\n"), .configuration)
    }

    /// The error for an argument, variable or folder that is not UTF-8; nil if everything that it uses is UTF-8.
    static var ofBrokenText: CommandError? {
        let rule = "Forage accepts only UTF-8."
        return switch InvalidText.first(ofVariables: ProgramVariables.isReadAsText) {
        case .argument(let word): CommandError.usage("\"\(word)\" is not valid UTF-8. \(rule)")
        case .variable(let name): CommandError.usage("The variable \(name) is not valid UTF-8. \(rule)")
        case .folder(let path):
            CommandError.usage("The current folder, \(path), is not valid UTF-8. \(rule)")
        case nil: nil
        }
    }

    /// An error about an unknown name, with the probable name or, if there is none, the possible names or advice.
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

    /// The error for an option that was removed, by its name without the hyphens; nil for one that never existed.
    static func retired(_ option: some StringProtocol) -> CommandError? {
        retiredOptions.first { $0.name == option }.map { CommandError.usage("--\($0.name) \($0.words).") }
    }

    private static let retiredOptions = [
        Retired("compare-thumbnails", since: "0.1.0", "photos are no longer compared by their appearance"),
        Retired(
            "explain-missing", since: "0.1.0",
            "--explain shows whether the service or Forage applied each filter"),
        Retired("first", since: "0.1.0", "use --timeout to limit the time, and --limit to limit the results"),
    ]

    /// An error about an unexpected word, which refers to the command's help.
    static func unexpected(_ word: String, in command: String) -> CommandError {
        unexpected(word, advice: "see forage \(command) --help.")
    }

    /// An error about an unexpected word, with advice on what to do instead.
    static func unexpected(_ word: String, advice: String) -> CommandError {
        CommandError.usage("Unexpected argument \"\(word)\": \(advice)")
    }
}

/// A query or a template with a mark below its fault, for a person at a terminal. If it is long, only the part around
/// the fault is shown.
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

    /// The text made safe to print; leading or trailing space becomes one space.
    private static func shown(_ text: String) -> String {
        let shown = text.printable()
        guard !shown.isEmpty else { return text.isEmpty ? "" : " " }
        return (text.first?.isWhitespace == true ? " " : "") + shown
            + (text.last?.isWhitespace == true ? " " : "")
    }
}
