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
