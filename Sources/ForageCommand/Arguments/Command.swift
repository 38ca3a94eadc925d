/// One command: how it is typed, what it does and the work itself.
struct Command: Sendable {
    let name: String
    let summary: String
    /// What stands behind the name in help, such as `QUERY…`.
    let operands: String
    /// What may stand there, for completion.
    let takes: Completion
    var options: [Option] { makeOptions() }
    /// A few lines for those who want to know more.
    let discussion: String
    let examples: [String]
    let run: @Sendable (Invocation) async throws -> ExitCode
    /// Only the command that runs needs its options, and to make those of all takes a while.
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
        Option("sandbox", help: "Ask the services as the sandbox plays them, not the real ones"),
        Option("config", value: "FILE", takes: .file, help: "Read this configuration as well"),
        Option("allow-origin", value: "URL", repeats: true, help: "Let keys go to this server too"),
        Option(
            "color", value: "WHEN", takes: .oneOf(Terminal.Colour.self),
            help: "Colours: auto, always or never"),
        Option("verbose", "v", help: "Say more on standard error"),
        Option("help", "h", help: "Show help"),
    ]

    /// Only without a command.
    static let versionOption = Option("version", help: "Show the version")
}

/// One option of a command: how it is typed and what it does.
struct Option: Sendable {
    let name: String
    /// What else people call it, which no help lists.
    let otherNames: [String]
    let letter: Character?
    /// What stands for the value in help, such as `N`; nil for an option without a value.
    let value: String?
    /// What an option means whose value may be omitted, which then stands behind `=` only.
    let unsaid: String?
    /// What may stand there, for completion.
    let takes: Completion
    /// Whether it may be given several times.
    let repeats: Bool
    /// Some list all that may be typed, which takes a while and is read in help and completion alone.
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

    /// Whether a word of the command line gives this option: `-n`, `--limit` or `--limit=5`.
    func isSpelled(_ word: String) -> Bool {
        let spelled = word.prefix { $0 != "=" }
        guard spelled.hasPrefix("--") else { return letter.map { spelled == "-\($0)" } ?? false }
        return isNamed(spelled.dropFirst(2))
    }

    /// Whether it is called so, by whichever of its names.
    func isNamed(_ name: Substring) -> Bool {
        self.name == name || otherNames.contains { $0 == name }
    }

    /// Whether the word behind it is its value.
    var takesNext: Bool { value != nil && unsaid == nil }

    /// How it stands in help: `-n, --limit N`.
    var spelling: String {
        let value = value.map { unsaid == nil ? " \($0)" : "[=\($0)]" } ?? ""
        return (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + value
    }
}

/// What may stand in one place of the command line, for shells that complete it.
indirect enum Completion: Sendable {
    /// Nothing that could be guessed.
    case nothing
    case words([String])
    /// The name of a file.
    case file
    /// The name of a provider.
    case provider
    /// The ID of a result of the last search.
    case result
    /// The name of a setting.
    case setting
    /// The words of a query, of which fields and their values can be guessed.
    case query
    /// Several of these, with commas between them.
    case list(Completion)
    /// A word that decides what may follow it.
    case action([Action])
    /// One thing first, then others.
    case sequence([Completion])

    struct Action: Sendable {
        let name: String
        let takes: Completion

        init(_ name: String, takes: Completion = .nothing) {
            self.name = name
            self.takes = takes
        }
    }

    /// One of the words that an argument is read as.
    static func oneOf<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> Completion {
        .words(Choice.allCases.map(\.rawValue))
    }

    /// What may stand behind these words.
    func after(_ words: some Collection<String>) -> Completion {
        switch self {
        case .action(let actions):
            guard let first = words.first else { return .words(actions.map(\.name)) }
            let action = actions.first { $0.name == first }
            return (action?.takes ?? .nothing).after(words.dropFirst())
        case .sequence(let places):
            return words.count < places.count ? places[words.count] : .nothing
        default: return self
        }
    }
}
