package import Platform
internal import Synchronization

/// Holds tasks until a test opens it. It ignores cancellation.
package final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    package init() {}

    /// Lets all tasks pass, now and later.
    package func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for task in waiting { task.resume() }
    }

    /// Returns when the gate is open.
    package func pass() async {
        await withCheckedContinuation { task in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(task) }
                return state.isOpen
            }
            if isOpen { task.resume() }
        }
    }
}

/// A clock that a test moves by hand.
package final class ManualClock: Sendable {
    private let time: Mutex<Date>

    package init(_ start: Date = Date(timeIntervalSince1970: 1_790_000_000)) { time = Mutex(start) }

    package var now: Date { time.withLock(\.self) }

    /// Moves the clock forward, or back by a negative number.
    package func advance(by seconds: Double) { time.withLock { $0.addTimeInterval(seconds) } }
}
