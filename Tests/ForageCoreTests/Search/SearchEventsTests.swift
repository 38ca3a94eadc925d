import ForageCore
import Testing

@Suite("Search events")
struct SearchEventsTests {
    private func events(_ events: SearchEvent...) -> SearchEvents {
        let (stream, continuation) = AsyncStream<SearchEvent>.makeStream()
        for event in events { continuation.yield(event) }
        continuation.finish()
        return SearchEvents(stream)
    }

    private func report() throws -> Report {
        Report(query: try Query("owl"), items: [], outcomes: [], next: "here", duration: .zero)
    }

    @Test("events arrive in order")
    func order() async throws {
        let expected: [SearchEvent] = [
            .began(["birds"]), .ended(Outcome("birds", .empty)), .finished(try report()),
        ]
        var met: [SearchEvent] = []
        for await event in events(expected[0], expected[1], expected[2]) { met.append(event) }
        #expect(met == expected)
    }

    @Test("events end with the report, which can be read on its own")
    func alone() async throws {
        let report = try report()
        #expect(await events(.began(["birds"]), .finished(report)).report == report)
    }

    @Test("the report can be read only once")
    func twice() async throws {
        let events = events(.finished(try report()))
        #expect(await events.report != nil)
        #expect(await events.report == nil)
    }
}
