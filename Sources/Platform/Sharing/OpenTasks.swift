internal import Synchronization

/// A set of running tasks that can be cancelled together.
package final class OpenTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var areToEnd = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Starts a task. If `end()` has been called, the task is cancelled at once.
    package func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task { await work() }
        take(task)
        return task
    }

    /// Adds a running task. If there are too many tasks or `end()` has been called, the task is cancelled at once.
    package func take(_ task: Task<Void, Never>, upTo limit: Int = .max) {
        let number = state.withLock { state -> Int? in
            guard !state.areToEnd, state.tasks.count < limit else { return nil }
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

    /// The number of running tasks.
    package var count: Int { state.withLock { $0.tasks.count } }

    /// Cancels all running tasks and all that are added later.
    package func end() {
        let tasks = state.withLock { state in
            state.areToEnd = true
            return state.tasks.values.map(\.self)
        }
        for task in tasks { task.cancel() }
    }
}
