internal import Synchronization

/// Tasks that are under way, and can be told all at once to end.
final class OpenTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var areToEnd = false
    }

    private let state = Mutex(State())

    /// Begins one, which is told at once where all were told before.
    func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        // Under the lock, so that it is noted before it can end.
        state.withLock { state in
            state.count += 1
            let number = state.count
            let task = Task {
                await work()
                self.state.withLock { $0.tasks[number] = nil }
            }
            if state.areToEnd { task.cancel() }
            state.tasks[number] = task
            return task
        }
    }

    /// Cancels all of them, and whatever would begin.
    func end() {
        let tasks = state.withLock { state in
            state.areToEnd = true
            return state.tasks.values.map(\.self)
        }
        for task in tasks { task.cancel() }
    }
}
