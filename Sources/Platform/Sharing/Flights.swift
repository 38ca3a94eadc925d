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
