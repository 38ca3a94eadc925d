internal import Forage
internal import ForageCore
internal import ForageFormats
internal import ForageSearch

/// The `forage` command: takes the command line apart, runs the command, turns every error into a sentence.
package enum CommandLineProgram {
    /// Runs the program.
    ///
    /// - Parameters:
    ///   - typed: The command line behind the program's name.
    ///   - environment: The environment variables.
    /// - Returns: What the program ends with.
    package static func run(_ typed: [String], environment: [String: String]) async -> ExitCode {
        let pipes = Pipes()
        do {
            return try await dispatch(typed, environment: environment, pipes: pipes)
        } catch let fault as ConfigurationFault {
            pipes.say("\(fault)")
            return .configuration
        } catch {
            pipes.say("forage: \(error)")
            return isMisuse(error) ? .usage : .failure
        }
    }

    /// Whether the person can mend it by typing something else.
    private static func isMisuse(_ error: any Error) -> Bool {
        error is UsageFault || error is QueryFault || error is CursorFault || error is UnknownField
    }

    private static func dispatch(
        _ typed: [String], environment: [String: String], pipes: Pipes
    ) async throws -> ExitCode {
        if typed.first == "--version" {
            pipes.write(line: "forage \(Version.current)")
            return .success
        }
        guard let (name, rest) = commandName(in: typed) else {
            if typed.isEmpty || typed == ["--help"] || typed == ["-h"] {
                pipes.write(line: Help.overview(all))
                return typed.isEmpty ? .usage : .success
            }
            _ = try Arguments(typed, options: Command.commonOptions)
            throw UsageFault("Say what to do: forage COMMAND; `forage --help` lists the commands.")
        }
        if name == "help" { return try help(rest, pipes) }
        guard let command = all.first(where: { $0.name == name }) else {
            throw UsageFault.unknown("command", name, among: all.map(\.name))
        }
        let arguments = try Arguments(rest, options: command.options + Command.commonOptions)
        if arguments.has("help") {
            pipes.write(line: Help.page(command))
            return .success
        }
        let terminal = Terminal(environment: environment)
        return try await command.run(
            Invocation(arguments: arguments, environment: environment, terminal: terminal, pipes: pipes))
    }

    /// The first word that is neither an option nor an option's value, and everything else.
    private static func commandName(in typed: [String]) -> (name: String, rest: [String])? {
        var index = 0
        while index < typed.count, typed[index].hasPrefix("-"), typed[index] != "--" {
            let option = Command.commonOptions.first { "--\($0.name)" == typed[index] }
            index += option?.value == nil ? 1 : 2
        }
        guard index < typed.count, typed[index] != "--" else { return nil }
        var rest = typed
        let name = rest.remove(at: index)
        return (name, rest)
    }

    private static func help(_ words: [String], _ pipes: Pipes) throws(UsageFault) -> ExitCode {
        guard let name = words.first else {
            pipes.write(line: Help.overview(all))
            return .success
        }
        guard let command = all.first(where: { $0.name == name }) else {
            throw UsageFault.unknown("command", name, among: all.map(\.name))
        }
        pipes.write(line: Help.page(command))
        return .success
    }

    /// Every command, in the order of the help.
    static let all: [Command] = [
        .search, .show, .credit, .providers, .config, .decode, .sandbox,
    ]
}
