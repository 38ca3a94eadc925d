internal import ForageCore

/// How the program ends, for scripts that ask.
package enum ExitCode: Int32, Sendable {
    /// Everything that was asked answered, even with nothing.
    case success = 0
    /// Nothing that was asked answered, or nothing could be asked.
    case failure = 1
    /// Some answered and some failed, or one did first the one and then the other.
    case partial = 3
    /// The command line was not understood.
    case usage = 64
    /// The configuration was not understood.
    case configuration = 78
    /// The person pressed ctrl-C.
    case interrupted = 130
    /// The system asked the program to end.
    case terminated = 143

    /// Reads the outcomes of a search: a skipped provider is no failure, unless nobody else was asked.
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
