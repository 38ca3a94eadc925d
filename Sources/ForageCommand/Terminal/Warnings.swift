internal import Synchronization

/// What a person is warned of while a command does its work.
final class Warnings: Sendable {
    private let pipes: Pipes
    private let saysEverything: Bool
    private let hasWarned = Mutex(false)

    init(_ pipes: Pipes, sayingEverything: Bool) {
        self.pipes = pipes
        saysEverything = sayingEverything
    }

    /// Tells a warning.
    func say(_ warning: String) {
        hasWarned.withLock { $0 = true }
        pipes.say("forage: \(warning)")
    }

    /// Tells one that comes of the same trouble as those before it, if it is the first. A disk that is full keeps
    /// answers from being stored, and requests from being counted.
    func sayIfFirst(_ warning: String) {
        if saysEverything || !hasWarned.withLock({ $0 }) { say(warning) }
    }
}
