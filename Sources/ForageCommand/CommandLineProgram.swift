package import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch

/// The `forage` command: parses the command line, runs the command and reports each error as a sentence.
package struct CommandLineProgram: Sendable {
    private let environment: [String: String]
    private let pipes = Pipes()
    private let interruption = Interruption()

    private init(_ environment: [String: String]) { self.environment = environment }

    /// Runs the program.
    ///
    /// - Parameters:
    ///   - typed: The command line after the program's name.
    ///   - environment: The environment variables.
    /// - Returns: The exit code.
    package static func run(_ typed: [String], environment: [String: String]) async -> ExitCode {
        let program = CommandLineProgram(environment)
        let code = await turningErrorsIntoSentences(program.pipes) { try await program.dispatch(typed) }
        return program.interruption.code ?? code
    }

    /// Runs the program `forage-gallery`, which receives the command line of `forage serve`. It usually ends when it is
    /// interrupted.
    ///
    /// - Parameters:
    ///   - typed: The command line after the program's name.
    ///   - environment: The environment variables.
    ///   - server: The server to run.
    /// - Returns: The exit code.
    package static func serve(
        _ typed: [String], environment: [String: String], by server: any ForageServer.Type
    ) async -> ExitCode {
        let program = CommandLineProgram(environment)
        return await turningErrorsIntoSentences(program.pipes) {
            try await program.run(.serving(by: server), typed)
        }
    }

    private static func turningErrorsIntoSentences(
        _ pipes: Pipes, _ work: () async throws -> ExitCode
    ) async -> ExitCode {
        do {
            // This check comes first: Swift replaces invalid bytes, so the word could be taken for another name.
            if let fault = CommandError.ofBrokenText { throw fault }
            return try await work()
        } catch let fault as ConfigurationError {
            pipes.say(Advice.sentence(on: fault))
            return .configuration
        } catch let error as CommandError where error.code == .configuration {
            pipes.say("\(error)")
            return .configuration
        } catch QueryError.syntax(let fault) {
            return say(fault, pipes)
        } catch let fault as SyntaxError {
            return say(fault, pipes)
        } catch {
            pipes.say("forage: \(Advice.sentence(on: error))")
            return (error as? CommandError)?.code ?? (isMisuse(error) ? .usage : .failure)
        }
    }

    private static func say(_ fault: SyntaxError, _ pipes: Pipes) -> ExitCode {
        pipes.say("forage: \(fault)")
        if let screen = Screen(at: pipes.messages) {
            pipes.say(FaultPointer(fault, width: screen.width ?? 80).text)
        }
        return .usage
    }

    /// Indicates whether the person can correct the error by typing something else.
    static func isMisuse(_ error: any Error) -> Bool {
        switch error {
        case let error as CommandError: error.code == .usage
        case is QueryError, is SettingError, ReplayError.notABundle,
            ReplayError.unusable:
            true
        default: false
        }
    }

    private func dispatch(_ typed: [String]) async throws -> ExitCode {
        guard let place = try Self.placeOfName(in: typed) else { return try runWithoutCommand(typed) }
        var rest = typed
        let name = rest.remove(at: place)
        if name == "help" {
            let name = rest.first { !$0.hasPrefix("-") }
            if rest.contains("--man") {
                pipes.write(try manual(named: name).utf8)
                return .success
            }
            write(try name.map { Help.page(try Self.command(named: $0)) } ?? Help.overview(Self.all))
            return .success
        }
        return try await run(Self.command(named: name), rest)
    }

    private func run(_ command: Command, _ rest: [String]) async throws -> ExitCode {
        let arguments = try Arguments(rest, options: command.options + Command.commonOptions)
        let invocation = try Invocation(
            arguments, environment: environment, pipes: pipes, interruption: interruption)
        if arguments.has("help") {
            write(Help.page(command, defaults: invocation.defaults(of: command)))
            return .success
        }
        do { return try await command.run(invocation) } catch { throw arguments.explaining(error) }
    }

    private func runWithoutCommand(_ typed: [String]) throws(CommandError) -> ExitCode {
        guard !typed.isEmpty else {
            pipes.say(Help.overview(Self.all))
            return .usage
        }
        let arguments = try Arguments(typed, options: Command.commonOptions + [Command.versionOption])
        if arguments.has("version") {
            pipes.write(line: "forage \(Version.current)")
        } else if arguments.has("help") {
            write(Help.overview(Self.all))
        } else {
            throw CommandError.usage(
                "A command is missing: forage COMMAND; `forage --help` lists the commands.")
        }
        return .success
    }

    /// Writes help fitted to the width of the screen, if there is one, without characters that it cannot show.
    private func write(_ help: String) {
        let screen = Screen(at: pipes.output)
        let style = screen.flatMap { Terminal(output: $0, messages: nil, environment: environment).output }
        let shown = style.map { help.replacing("…", with: $0.ellipsis) } ?? help
        pipes.write(line: screen?.width.map { HelpFitting.fit(shown, toWidth: $0) } ?? shown)
    }

    /// The page of the manual on a command or on the configuration, or the overview.
    private func manual(named name: String?) throws -> String {
        let manual = Manual(Self.all, environment)
        return switch name {
        case nil: manual.overview
        case Manual.ofConfiguration: try manual.configuration()
        case let name?: manual.page(of: try Self.command(named: name))
        }
    }

    private static func command(named name: String) throws(CommandError) -> Command {
        guard let command = all.first(where: { $0.name == name }) else {
            throw CommandError.unknown(
                "command", name, among: all.map(\.name), advice: "`forage --help` lists the commands")
        }
        return command
    }

    /// The index of the first word that is neither an option nor an option's value.
    private static func placeOfName(in typed: [String]) throws(CommandError) -> Int? {
        let options = Command.commonOptions + [Command.versionOption]
        var place = 0
        while place < typed.count, typed[place].hasPrefix("-") {
            let word = typed[place]
            guard let option = options.first(where: { $0.isSpelled(word) }) else {
                let places = commands(taking: word)
                guard let place = places.first else {
                    throw CommandError.retired(word.drop { $0 == "-" }.prefix { $0 != "=" })
                        ?? .unknown("option", word, among: options.map { "--\($0.name)" })
                }
                let name = places.count == 1 ? place : "COMMAND"
                throw CommandError.usage("Write \(word) after the command: forage \(name) \(word).")
            }
            place += option.takesNext && !word.contains("=") ? 2 : 1
        }
        return place < typed.count ? place : nil
    }

    /// The error for an option of other commands; nil if no command has it.
    static func strayOption(_ word: String) -> CommandError? {
        let places = commands(taking: word).map { "forage \($0)" }
        guard let first = places.first else { return nil }
        let takers = places.count > 3 ? "others, such as \(first)" : places.joined(separator: ", ")
        return CommandError.usage("\"\(word)\" is not an option of this command, only of \(takers).")
    }

    private static func commands(taking option: String) -> [String] {
        all.filter { $0.options.contains { $0.isSpelled(option) } }.map(\.name)
    }

    /// All commands, in the order of the help.
    static let all: [Command] = [
        .search, .browse, .pick, .more, .show, .open, .get, .credit, .credits, .verify, .add, .sync, .check,
        .adopt, .whose, .mix, .audit,
        .archive, .watch,
        .svgSize,
        .providers, .config,
        .fetch, .cache, .store, .decode, .replay, .serve, .mcp, .doctor, .sandbox, .completions,
    ]
}

/// The exit code of the program, for scripts.
package enum ExitCode: Int32, CaseIterable, Sendable {
    /// Every provider answered, even if with no results.
    case success = 0
    /// No provider answered, or none could be asked.
    case failure = 1
    /// Some providers answered and some failed, or one failed after it had answered.
    case partial = 3
    /// The command line is invalid.
    case usage = 64
    /// The configuration is invalid.
    case configuration = 78
    /// The person closed the terminal.
    case hungUp = 129
    /// The person pressed ctrl-C.
    case interrupted = 130
    /// The system requested the program to end.
    case terminated = 143

    /// The code of a search with these outcomes. A skipped provider counts as a failure only if no other was asked.
    init(_ outcomes: [Outcome]) {
        let failed = outcomes.contains { $0.isFailure || $0.isBrokenOff }
        let answered = outcomes.contains(where: \.isAnswer)
        if outcomes.contains(where: { $0.result == .cancelled }) {
            self = .interrupted
        } else if answered {
            self = failed ? .partial : .success
        } else {
            self = .failure
        }
    }
}
