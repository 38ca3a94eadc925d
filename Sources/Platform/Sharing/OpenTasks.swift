internal import Synchronization

/// Tasks that are under way, and can be told all at once to end.
package final class OpenTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var count = 0
        var areToEnd = false
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins one; where all were told to end it is told at once.
    package func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        let task = Task { await work() }
        take(task)
        return task
    }

    /// Takes over one that was begun; one too many is told to end at once, too.
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

    /// How many are under way.
    package var count: Int { state.withLock { $0.tasks.count } }

    /// Cancels all of them, and whatever would come.
    package func end() {
        let tasks = state.withLock { state in
            state.areToEnd = true
            return state.tasks.values.map(\.self)
        }
        for task in tasks { task.cancel() }
    }
}
