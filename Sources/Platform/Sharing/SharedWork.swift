internal import Synchronization

/// Runs work once for all tasks that request it at the same time.
///
/// Each task waits until its own deadline at the latest; the work is cancelled when no task waits any longer.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The result of the work.
    package struct Arrival: Sendable {
        package let value: Value
        /// The deadline of the work, which is that of the first task.
        package let deadline: ContinuousClock.Instant
    }

    /// The reason why a task did not wait for the result.
    package enum WaitError: Error, Hashable, Sendable {
        case cancelled
        case late
    }

    private typealias Work = @Sendable (ContinuousClock.Instant) async -> Value

    private struct State {
        var running: [Key: Running] = [:]
        var lastNumber = 0
    }

    /// Work in progress.
    private struct Running {
        /// The number of the task that started the work.
        let number: Int
        let deadline: ContinuousClock.Instant
        let task: Task<Void, Never>
        var waiters: [Int: Waiter] = [:]
    }

    private struct Waiter {
        let alarm: Task<Void, Never>?
        let continuation: CheckedContinuation<Result<Arrival, WaitError>, Never>

        func resume(_ result: Result<Arrival, WaitError>) {
            alarm?.cancel()
            continuation.resume(returning: result)
        }
    }

    private let state = Mutex(State())
    private let clock = SleepTimer()

    /// Creates an instance without work in progress.
    package init() {}

    /// Joins the work with a key that is in progress, or starts it.
    ///
    /// - Parameters:
    ///   - key: The key that identifies the work.
    ///   - deadline: The latest time to wait for.
    ///   - work: The work. Its argument is the deadline of the first task, which the work must respect.
    /// - Returns: The result of the work.
    /// - Throws: ``WaitError`` if the task stopped waiting.
    package func result(
        of key: Key, by deadline: ContinuousClock.Instant,
        _ work: @escaping @Sendable (ContinuousClock.Instant) async -> Value
    ) async throws(WaitError) -> Arrival {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    var running = state.running[key] ?? begin(work, of: key, number, by: deadline)
                    let alarm = deadline < running.deadline ? alarm(at: deadline, of: key, number) : nil
                    running.waiters[number] = Waiter(alarm: alarm, continuation: continuation)
                    state.running[key] = running
                }
                // A task that was cancelled earlier was not among the waiters yet.
                if Task.isCancelled { leave(key, number, .cancelled) }
            }
        } onCancel: {
            leave(key, number, .cancelled)
        }.get()
    }

    /// Joins or starts work without a deadline.
    package func result(
        of key: Key, _ work: @escaping @Sendable () async -> Value
    ) async throws(WaitError) -> Value {
        try await result(of: key, by: .now + Self.patience) { _ in await work() }.value
    }

    /// A time that is longer than any work takes.
    private static var patience: Duration { .seconds(1_000_000_000) }

    /// Indicates whether no work is in progress.
    package var isIdle: Bool { state.withLock { $0.running.isEmpty } }

    /// The number of waiting tasks.
    package var waitingCount: Int { state.withLock { $0.running.values.reduce(0) { $0 + $1.waiters.count } } }

    private func begin(
        _ work: @escaping Work, of key: Key, _ number: Int, by deadline: ContinuousClock.Instant
    ) -> Running {
        let task = Task {
            let value = await work(deadline)
            let running = state.withLock { state -> Running? in
                // If all tasks stopped waiting, other tasks may have started the work again.
                guard state.running[key]?.number == number else { return nil }
                return state.running.removeValue(forKey: key)
            }
            for waiter in running?.waiters.values.map(\.self) ?? [] {
                waiter.resume(.success(Arrival(value: value, deadline: deadline)))
            }
        }
        return Running(number: number, deadline: deadline, task: task)
    }

    private func alarm(
        at deadline: ContinuousClock.Instant, of key: Key, _ number: Int
    ) -> Task<Void, Never> {
        Task {
            guard await clock.sleep(until: deadline) else { return }
            leave(key, number, .late)
        }
    }

    private func leave(_ key: Key, _ number: Int, _ departure: WaitError) {
        let (waiter, task): (Waiter?, Task<Void, Never>?) = state.withLock { state in
            guard let waiter = state.running[key]?.waiters.removeValue(forKey: number) else {
                return (nil, nil)
            }
            let isLast = state.running[key]?.waiters.isEmpty == true
            return (waiter, isLast ? state.running.removeValue(forKey: key)?.task : nil)
        }
        waiter?.resume(.failure(departure))
        task?.cancel()
    }
}
