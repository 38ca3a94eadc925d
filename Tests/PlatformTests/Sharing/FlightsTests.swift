import Testing

@testable import Platform

struct FlightsTests {
    private let soon = ContinuousClock.now
    private var flights = Flights<String>()

    private mutating func board(_ key: String, _ deadline: Duration = .zero) -> Flights<String>.Seat {
        flights.board(key, flights.nextPassenger(), by: soon + deadline)
    }

    @Test("who comes first begins the work and sets its deadline; others join it")
    mutating func joining() {
        let (one, two, other) = (board("a", .seconds(1)), board("a", .seconds(9)), board("b"))
        #expect([one, two, other].map(\.isFirst) == [true, false, true])
        #expect(two.flight == one.flight)
        #expect(two.deadline == soon + .seconds(1))
        #expect(flights.land(one) == [one.passenger, two.passenger])
        #expect(flights.land(one) == [])
        #expect(flights.land(other) == [other.passenger])
        #expect(flights.isEmpty)
    }

    @Test("the last who leaves ends it, whoever was first")
    mutating func leaving() {
        let (one, two) = (board("a"), board("a"))
        #expect([one, one, two, two].map { flights.leave($0) } == [false, false, true, false])
        #expect(flights.isEmpty)
        #expect(flights.land(one) == [])
    }

    @Test("who comes after everyone left begins anew, and the old work ends nobody's wait")
    mutating func anew() {
        let one = board("a")
        #expect([one].map { flights.leave($0) } == [true])
        let two = board("a")
        #expect(two.isFirst)
        #expect(flights.land(one) == [])
        #expect([one].map { flights.leave($0) } == [false])
        #expect(flights.land(two) == [two.passenger])
    }
}
