internal import Synchronization

/// Does what several ask for at the same time once, for all of them.
///
/// Each who asks waits to their own deadline at most, and the last who gives up cancels the work, whoever began it.
package final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// What came of the work.
    package struct Arrival: Sendable {
        package let value: Value
        /// The deadline of the work, which is that of whoever began it.
        package let deadline: ContinuousClock.Instant
    }

    /// Why somebody did not wait to the end.
    package enum WaitError: Error, Hashable, Sendable {
        case cancelled
        case late
    }

    private let state = Mutex(State())
    private let clock = AlarmClock()

    private struct State {
        var flights = Flights<Key>()
        var tasks: [Int: Task<Void, Never>] = [:]
        var waiting: [Int: Waiting] = [:]
    }

    private struct Waiting {
        let seat: Flights<Key>.Seat
        let alarm: Task<Void, Never>?
        let continuation: CheckedContinuation<Result<Arrival, WaitError>, Never>

        func end(_ result: Result<Value, WaitError>) {
            alarm?.cancel()
            continuation.resume(returning: result.map { Arrival(value: $0, deadline: seat.deadline) })
        }
    }

    /// Begins with nothing under way.
    package init() {}

    /// Joins the work of this name that is under way, or begins it.
    ///
    /// - Parameters:
    ///   - key: What tells it from other work.
    ///   - deadline: When one waits no longer.
    ///   - work: Does it. It is told the deadline of whoever began it, to which it has to keep itself.
    /// - Returns: What came of it.
    /// - Throws: ``WaitError`` for who did not wait to its end.
    package func result(
        of key: Key, by deadline: ContinuousClock.Instant,
        _ work: @escaping @Sendable (ContinuousClock.Instant) async -> Value
    ) async throws(WaitError) -> Arrival {
        let passenger = state.withLock { $0.flights.nextPassenger() }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    let seat = state.flights.board(key, passenger, by: deadline)
                    state.waiting[passenger] = Waiting(
                        seat: seat, alarm: alarm(for: seat, at: deadline), continuation: continuation)
                    if seat.isFirst { state.tasks[seat.flight] = task(seat, work) }
                }
                // Who was cancelled before had no seat to leave.
                if Task.isCancelled { leave(passenger, .cancelled) }
            }
        } onCancel: {
            leave(passenger, .cancelled)
        }.get()
    }

    /// The same for who waits as long as it takes.
    package func result(
        of key: Key, _ work: @escaping @Sendable () async -> Value
    ) async throws(WaitError) -> Value {
        try await result(of: key, by: .now + Self.patience) { _ in await work() }.value
    }

    /// Longer than any work takes.
    private static var patience: Duration { .seconds(1_000_000_000) }

    /// Whether nothing is under way.
    package var isIdle: Bool {
        state.withLock { $0.flights.isEmpty && $0.tasks.isEmpty && $0.waiting.isEmpty }
    }

    /// How many wait.
    package var waitingCount: Int { state.withLock { $0.waiting.count } }

    private func alarm(
        for seat: Flights<Key>.Seat, at deadline: ContinuousClock.Instant
    ) -> Task<Void, Never>? {
        guard deadline < seat.deadline else { return nil }
        return Task {
            guard await clock.sleep(until: deadline) else { return }
            leave(seat.passenger, .late)
        }
    }

    private func task(
        _ seat: Flights<Key>.Seat, _ work: @escaping @Sendable (ContinuousClock.Instant) async -> Value
    ) -> Task<Void, Never> {
        Task {
            let value = await work(seat.deadline)
            let waiting = state.withLock { state in
                state.tasks[seat.flight] = nil
                return state.flights.land(seat).compactMap { state.waiting.removeValue(forKey: $0) }
            }
            for one in waiting { one.end(.success(value)) }
        }
    }

    private func leave(_ passenger: Int, _ departure: WaitError) {
        let (left, task): (Waiting?, Task<Void, Never>?) = state.withLock { state in
            guard let waiting = state.waiting.removeValue(forKey: passenger) else { return (nil, nil) }
            let isLast = state.flights.leave(waiting.seat)
            return (waiting, isLast ? state.tasks.removeValue(forKey: waiting.seat.flight) : nil)
        }
        left?.end(.failure(departure))
        task?.cancel()
    }
}

/// Which work is under way, and who waits for each. It knows no task and no lock.
struct Flights<Key: Hashable & Sendable>: Sendable {
    private var flights: [Key: Flight] = [:]
    private var count = 0

    private struct Flight {
        let number: Int
        let deadline: ContinuousClock.Instant
        var passengers: Set<Int>
    }

    /// The place of one who waits.
    struct Seat: Hashable, Sendable {
        let key: Key
        let flight: Int
        let passenger: Int
        /// When the work is given up.
        let deadline: ContinuousClock.Instant
        /// Whether the work is yet to be begun.
        let isFirst: Bool
    }

    /// A number for one who will wait.
    mutating func nextPassenger() -> Int {
        count += 1
        return count
    }

    /// Joins the work that is under way, or begins one that ends with one's own deadline.
    mutating func board(_ key: Key, _ passenger: Int, by deadline: ContinuousClock.Instant) -> Seat {
        let running = flights[key]
        var flight = running ?? Flight(number: passenger, deadline: deadline, passengers: [])
        flight.passengers.insert(passenger)
        flights[key] = flight
        return Seat(
            key: key, flight: flight.number, passenger: passenger, deadline: flight.deadline,
            isFirst: running == nil)
    }

    /// Waits no longer.
    ///
    /// - Returns: Whether nobody is left who waits, so that the work is to be cancelled.
    mutating func leave(_ seat: Seat) -> Bool {
        guard var flight = flights[seat.key], flight.number == seat.flight,
            flight.passengers.remove(seat.passenger) != nil
        else { return false }
        flights[seat.key] = flight.passengers.isEmpty ? nil : flight
        return flight.passengers.isEmpty
    }

    /// Ends the work that somebody began.
    ///
    /// - Returns: Who waited for it to the end.
    mutating func land(_ seat: Seat) -> Set<Int> {
        guard let flight = flights[seat.key], flight.number == seat.flight else { return [] }
        flights[seat.key] = nil
        return flight.passengers
    }

    /// Whether nothing is under way.
    var isEmpty: Bool { flights.isEmpty }
}
