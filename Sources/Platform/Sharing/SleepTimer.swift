internal import Dispatch
internal import Synchronization

/// Wakes tasks at given times with a single system timer.
///
/// A cancelled `Task.sleep` leaves its timer in the system until the original deadline. A program that sets deadlines
/// for all its work and usually finishes early would accumulate such timers.
package final class SleepTimer: Sendable {
    fileprivate struct State {
        /// The sleeping tasks, ordered by the time at which they wake.
        var sleepers: [Sleeper] = []
        /// The time for which the timer is set, if any.
        var ring: ContinuousClock.Instant?
        var timer: (any DispatchSourceTimer)?
        var lastNumber = 0
    }

    fileprivate struct Sleeper {
        let time: ContinuousClock.Instant
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private let state = Mutex(State())

    package init() {}

    deinit { state.withLock { $0.timer?.cancel() } }

    /// The number of sleeping tasks.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps until a time.
    ///
    /// - Parameter time: The time.
    /// - Returns: True if the time was reached; false if the task was cancelled before.
    @discardableResult
    package func sleep(until time: ContinuousClock.Instant) async -> Bool {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { lie(down: Sleeper(time: time, number: number, continuation: $0)) }
        } onCancel: {
            state.withLock { $0.leave(number, time) }?.continuation.resume(returning: false)
        }
    }

    private func lie(down sleeper: Sleeper) {
        // A task that is cancelled after this point is already among the sleepers.
        let isCancelled = state.withLock { state in
            if Task.isCancelled { return true }
            state.lie(down: sleeper)
            setRing(&state)
            return false
        }
        if isCancelled { sleeper.continuation.resume(returning: false) }
    }

    /// Sets the timer for the next task to wake.
    private func setRing(_ state: inout State) {
        guard let time = state.sleepers.first?.time, state.ring.map({ time < $0 }) ?? true else { return }
        state.ring = time
        let pause = max(0, (time - .now) / .nanoseconds(1))
        // A day at most, so that the number cannot overflow. The timer does not advance while the computer sleeps, so
        // it may be late.
        let deadline = DispatchTime.now() + .nanoseconds(Int(min(pause, 86_400e9)))
        if let timer = state.timer { return timer.schedule(deadline: deadline) }
        let timer = DispatchSource.makeTimerSource(queue: .global(qos: .userInitiated))
        timer.setEventHandler { [weak self] in self?.ring() }
        timer.schedule(deadline: deadline)
        timer.activate()
        state.timer = timer
    }

    private func ring() {
        let woken = state.withLock { state in
            state.ring = nil
            let woken = state.wake(upTo: .now)
            setRing(&state)
            return woken
        }
        for sleeper in woken { sleeper.continuation.resume(returning: true) }
    }
}

extension SleepTimer.State {
    mutating func lie(down sleeper: SleepTimer.Sleeper) {
        sleepers.insert(sleeper, at: place(of: sleeper.number, sleeper.time))
    }

    /// Removes a task whose sleep was cancelled; returns nil if it is not asleep.
    mutating func leave(_ number: Int, _ time: ContinuousClock.Instant) -> SleepTimer.Sleeper? {
        let place = place(of: number, time)
        guard place < sleepers.count, sleepers[place].number == number else { return nil }
        return sleepers.remove(at: place)
    }

    /// Removes and returns the tasks whose time has been reached.
    mutating func wake(upTo now: ContinuousClock.Instant) -> [SleepTimer.Sleeper] {
        let woken = Array(sleepers.prefix { $0.time <= now })
        sleepers.removeFirst(woken.count)
        return woken
    }

    private func place(of number: Int, _ time: ContinuousClock.Instant) -> Int {
        var (start, end) = (0, sleepers.count)
        while start < end {
            let middle = (start + end) / 2
            let one = sleepers[middle]
            if (one.time, one.number) < (time, number) { start = middle + 1 } else { end = middle }
        }
        return start
    }
}
