internal import Dispatch
internal import Synchronization

/// Wakes tasks at their times, with one timer of the system's for however many there are.
///
/// A task that sleeps by itself and is cancelled leaves its timer with the system until it would have rung. Whoever
/// sets a deadline for everything and is mostly done long before would pile up those of the last seconds.
package final class AlarmClock: Sendable {
    fileprivate struct State {
        /// Who sleeps, in the order in which they are to wake.
        var sleepers: [Sleeper] = []
        /// When the clock is going to ring, if it is.
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

    /// How many sleep.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    /// Sleeps to a moment.
    ///
    /// - Parameter time: The moment.
    /// - Returns: Whether it came; false where the task was cancelled before.
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
        // Whoever is cancelled from here on is found among the sleepers.
        let isCancelled = state.withLock { state in
            if Task.isCancelled { return true }
            state.lie(down: sleeper)
            setRing(&state)
            return false
        }
        if isCancelled { sleeper.continuation.resume(returning: false) }
    }

    /// Sees that the clock rings for the next to wake.
    private func setRing(_ state: inout State) {
        guard let time = state.sleepers.first?.time, state.ring.map({ time < $0 }) ?? true else { return }
        state.ring = time
        let pause = max(0, (time - .now) / .nanoseconds(1))
        // No longer than for a day in one go, so that no number is too large. While the machine itself sleeps the
        // timer stands still, and rings late.
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

extension AlarmClock.State {
    mutating func lie(down sleeper: AlarmClock.Sleeper) {
        sleepers.insert(sleeper, at: place(of: sleeper.number, sleeper.time))
    }

    /// Takes one out who does not want to sleep to the end; nil where that one does not sleep.
    mutating func leave(_ number: Int, _ time: ContinuousClock.Instant) -> AlarmClock.Sleeper? {
        let place = place(of: number, time)
        guard place < sleepers.count, sleepers[place].number == number else { return nil }
        return sleepers.remove(at: place)
    }

    /// Takes those out whose time has come.
    mutating func wake(upTo now: ContinuousClock.Instant) -> [AlarmClock.Sleeper] {
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
