/// A command: its syntax, its documentation and the work it does.
struct Command: Sendable {
    let name: String
    let summary: String
    /// The operands after the name in help, such as `QUERY…`.
    let operands: String
    /// The possible operands, for completion.
    let takes: Completion
    var options: [Option] { makeOptions() }
    /// A few lines of further explanation.
    let discussion: String
    let examples: [String]
    let run: @Sendable (Invocation) async throws -> ExitCode
    /// Creates the options only when they are needed: only the command that runs needs them, and creating those of all
    /// commands is slow.
    private let makeOptions: @Sendable () -> [Option]

    init(
        _ name: String, _ summary: String, operands: String = "", takes: Completion = .nothing,
        options: @autoclosure @escaping @Sendable () -> [Option] = [], discussion: String = "",
        examples: [String] = [],
        run: @escaping @Sendable (Invocation) async throws -> ExitCode
    ) {
        self.name = name
        self.summary = summary
        self.operands = operands
        self.takes = takes
        makeOptions = options
        self.discussion = discussion
        self.examples = examples
        self.run = run
    }

    /// The options of every command.
    static let commonOptions = [
        Option("sandbox", help: "Use simulated services on this machine instead of the real ones"),
        Option("config", value: "FILE", takes: .file, help: "Also read this configuration file"),
        Option("allow-origin", value: "URL", repeats: true, help: "Also allow sending keys to this server"),
        Option(
            "color", value: "WHEN", takes: .oneOf(Terminal.Colour.self),
            help: "Use colours: auto, always or never"),
        Option("verbose", "v", help: "Print more details on standard error"),
        Option("help", "h", help: "Show help"),
    ]

    /// The option `--version`, which is valid only without a command.
    static let versionOption = Option("version", help: "Show the version")
}

/// An option of a command: its syntax and its effect.
struct Option: Sendable {
    let name: String
    /// Other names that are accepted but not listed in help.
    let otherNames: [String]
    let letter: Character?
    /// The placeholder of the value in help, such as `N`; nil for an option without a value.
    let value: String?
    /// The value to use if the value is omitted; a value is then accepted only after `=`.
    let unsaid: String?
    /// The possible values, for completion.
    let takes: Completion
    /// True if it may be given several times.
    let repeats: Bool
    /// Creates the help text. Some texts list all possible values, which is slow and needed only for help and
    /// completion.
    private let makeHelp: @Sendable () -> String

    init(
        _ name: String, or otherNames: [String] = [], _ letter: Character? = nil, value: String? = nil,
        unsaid: String? = nil, takes: Completion = .nothing, repeats: Bool = false,
        help: @autoclosure @escaping @Sendable () -> String
    ) {
        self.name = name
        self.otherNames = otherNames
        self.letter = letter
        self.value = value
        self.unsaid = unsaid
        self.takes = takes
        self.repeats = repeats
        makeHelp = help
    }

    var help: String { makeHelp() }

    /// Indicates whether a word of the command line gives this option: `-n`, `--limit` or `--limit=5`.
    func isSpelled(_ word: String) -> Bool {
        let spelled = word.prefix { $0 != "=" }
        guard spelled.hasPrefix("--") else { return letter.map { spelled == "-\($0)" } ?? false }
        return isNamed(spelled.dropFirst(2))
    }

    /// Indicates whether it has this name or other name.
    func isNamed(_ name: Substring) -> Bool {
        self.name == name || otherNames.contains { $0 == name }
    }

    /// True if the next word is its value.
    var takesNext: Bool { value != nil && unsaid == nil }

    /// The spelling in help: `-n, --limit N`.
    var spelling: String {
        let value = value.map { unsaid == nil ? " \($0)" : "[=\($0)]" } ?? ""
        return (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + value
    }
}

/// The possible words at one place of the command line, for shells that complete it.
indirect enum Completion: Sendable {
    /// Nothing that can be suggested.
    case nothing
    case words([String])
    /// The name of a file.
    case file
    /// The name of a provider.
    case provider
    /// The name of a provider or of a group of providers.
    case providerOrGroup
    /// The ID of a result of the last search.
    case result
    /// The name of a setting.
    case setting
    /// The value of this setting; in a sequence, of the one before it.
    case valueOfSetting(String)
    /// The name of a saved search.
    case watch
    /// The words of a query; fields and their values can be suggested.
    case query
    /// Several of these, separated by commas.
    case list(Completion)
    /// A word that decides which words may follow it.
    case action([Action])
    /// One completion first, then others.
    case sequence([Completion])

    struct Action: Sendable {
        let name: String
        let takes: Completion

        init(_ name: String, takes: Completion = .nothing) {
            self.name = name
            self.takes = takes
        }
    }

    /// The words of an enum that an argument is read as.
    static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> Completion {
        .words(Choice.allCases.map(\.rawValue))
    }

    /// The completion for the place after these words.
    func after(_ words: some Collection<String>) -> Completion {
        switch self {
        case .action(let actions):
            guard let first = words.first else { return .words(actions.map(\.name)) }
            let action = actions.first { $0.name == first }
            return (action?.takes ?? .nothing).after(words.dropFirst())
        case .sequence(let places):
            guard words.count < places.count else { return .nothing }
            if case .valueOfSetting = places[words.count] {
                return .valueOfSetting(Array(words).last ?? "")
            }
            return places[words.count]
        default: return self
        }
    }
}
