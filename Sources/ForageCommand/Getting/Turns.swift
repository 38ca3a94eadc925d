internal import Synchronization

/// Lets a step of tasks that run side by side come one after the other, by the tasks' numbers. Each number from 0 on must
/// take its turn.
final class Turns: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// Whose turn it is.
        var number = 0
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    /// Does something once all of lesser numbers have done theirs.
    func take<Result>(_ number: Int, _ step: () -> Result) async -> Result {
        await wait(for: number)
        let result = step()
        let next = state.withLock { state in
            state.number += 1
            return state.waiting.removeValue(forKey: state.number)
        }
        next?.resume()
        return result
    }

    private func wait(for number: Int) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if number == state.number { return true }
                state.waiting[number] = continuation
                return false
            }
            if isNow { continuation.resume() }
        }
    }
}
