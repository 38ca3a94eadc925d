internal import Synchronization

/// The warnings to a person while a command runs.
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

    /// Writes a warning.
    func say(_ warning: String) {
        let isHeld = state.withLock { state in
            state.hasWarned = true
            if state.isHolding { state.held.append(warning) }
            return state.isHolding
        }
        if !isHeld { pipes.say("forage: \(warning)") }
    }

    /// Writes a warning unless this run already did.
    func sayOnce(_ warning: String) {
        if state.withLock({ $0.saidOnce.insert(warning).inserted }) { say(warning) }
    }

    /// Holds warnings while the screen is drawn on.
    func hold() { state.withLock { $0.isHolding = true } }

    /// Writes the held warnings.
    func release() {
        let held = state.withLock { state in
            defer { (state.isHolding, state.held) = (false, []) }
            return state.held
        }
        for warning in held { pipes.say("forage: \(warning)") }
    }

    /// Writes a warning if it is the first, because later ones probably have the same cause. For example, a full disk
    /// affects both the cache and the request counts.
    func sayIfFirst(_ warning: String) {
        if saysEverything || !state.withLock({ $0.hasWarned }) { say(warning) }
    }
}
