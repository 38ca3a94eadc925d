internal import ForageCore

/// Everything one run of a command is given.
struct Invocation: Sendable {
    let arguments: Arguments
    let environment: [String: String]
    let terminal: Terminal
    let pipes: Pipes
}

/// Why a command cannot do its work, in one sentence.
struct CannotRun: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
