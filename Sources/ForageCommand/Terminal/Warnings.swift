internal import Synchronization

/// What a person is warned of while a command does its work.
final class Warnings: Sendable {
    private let pipes: Pipes
    private let saysEverything: Bool
    private let state = Mutex(State())

    private struct State {
        var hasWarned = false
        var isHolding = false
        var held: [String] = []
        var saidOnce: Set<String> = []
    }

    init(_ pipes: Pipes, sayingEverything: Bool) {
        self.pipes = pipes
        saysEverything = sayingEverything
    }

    /// Tells a warning.
    func say(_ warning: String) {
        let isHeld = state.withLock { state in
            state.hasWarned = true
            if state.isHolding { state.held.append(warning) }
            return state.isHolding
        }
        if !isHeld { pipes.say("forage: \(warning)") }
    }

    /// Tells a warning unless this run did before.
    func sayOnce(_ warning: String) {
        if state.withLock({ $0.saidOnce.insert(warning).inserted }) { say(warning) }
    }

    /// Keeps warnings back, because the screen is drawn on.
    func hold() { state.withLock { $0.isHolding = true } }

    /// Tells those that were kept back.
    func release() {
        let held = state.withLock { state in
            defer { (state.isHolding, state.held) = (false, []) }
            return state.held
        }
        for warning in held { pipes.say("forage: \(warning)") }
    }

    /// Tells one that comes of the same trouble as those before it, if it is the first. A disk that is full keeps
    /// answers from being stored, and requests from being counted.
    func sayIfFirst(_ warning: String) {
        if saysEverything || !state.withLock({ $0.hasWarned }) { say(warning) }
    }
}
