internal import Synchronization

/// What is under way that nobody waits for any more: answers that were too late for their search and will be there for
/// the next. So many at most, each for so long.
package final class LateAnswers: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var isClosed = false
    }

    /// How long an answer may take beyond its search.
    let patience: Duration
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameters:
    ///   - limit: How many may be under way.
    ///   - patience: How long one may take beyond its search.
    package init(upTo limit: Int = 32, within patience: Duration = .seconds(15)) {
        self.limit = limit
        self.patience = patience
    }

    /// Takes over what nobody waits for; one too many is given up.
    func take(_ task: Task<Void, Never>) {
        let number = state.withLock { state -> Int? in
            guard !state.isClosed, state.tasks.count < limit else { return nil }
            state.count += 1
            state.tasks[state.count] = task
            return state.count
        }
        guard let number else { return task.cancel() }
        Task {
            await task.value
            state.withLock { $0.tasks[number] = nil }
        }
    }

    /// How many are under way.
    package var count: Int { state.withLock { $0.tasks.count } }

    /// Gives up all of them, and whatever would come.
    package func giveUp() {
        let tasks = state.withLock { state in
            state.isClosed = true
            return state.tasks.values.map(\.self)
        }
        for task in tasks { task.cancel() }
    }
}
