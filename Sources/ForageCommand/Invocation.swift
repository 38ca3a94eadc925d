internal import ForageCore

/// Everything one run of a command is given.
struct Invocation: Sendable {
    let arguments: Arguments
    let environment: [String: String]
    let terminal: Terminal
    let pipes: Pipes
    let warnings: Warnings
    let interruption: Interruption

    init(
        _ arguments: Arguments, environment: [String: String], pipes: Pipes, interruption: Interruption
    ) throws(UsageFault) {
        self.arguments = arguments
        self.environment = environment
        self.pipes = pipes
        self.interruption = interruption
        warnings = Warnings(pipes, sayingEverything: arguments.has("verbose"))
        terminal = Terminal(
            output: Screen(at: pipes.output), messages: Screen(at: pipes.messages), environment: environment,
            colour: try arguments.choice("color", as: Terminal.Colour.self) ?? .auto)
    }
}

/// Why a command cannot do its work, in one sentence.
struct CannotRun: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
