import ForageConformance
import ForageCore
import ForageSearch
import Platform
import TestDoubles
import Testing

@Suite("Failures on a further page")
struct FurtherFailureTests {
    /// Has a first page if `hasPage` is set, and fails on the next; each attempt takes a second.
    private func source(hasPage: Bool, then ending: Outcome.Result) throws -> StubSource {
        let items = try Item.samples("a", 0..<10)
        return StubSource(.sample("a")) { request, _ in
            guard hasPage, case .search(_, let page) = request, page.cursor == nil else {
                return SourceAnswer(outcome: Outcome("a", ending, duration: .seconds(1)))
            }
            return SourceAnswer(
                items: items, next: "2",
                outcome: Outcome("a", .answered(10), origin: .network, duration: .seconds(1)))
        }
    }

    @Test("the duration covers all attempts", arguments: [true, false])
    func time(hasPage: Bool) async throws {
        let source = try source(hasPage: hasPage, then: .failed("a bad day"))
        let report = try await SearchEngine(sources: [source])
            .searchAll(try Query("owl"), within: .seconds(60)).report
        #expect(source.requests.count == (hasPage ? 4 : 3))
        #expect(report.outcomes.map(\.duration) == [.seconds(source.requests.count)])
    }

    @Test(
        "a failure on a further page marks the answer as broken off, unless the page is empty or skipped",
        arguments: [
            (.failed("a bad day"), true), (.throttled(until: nil, "enough"), true),
            (.timedOut("late"), true), (.empty, false), (.skipped("left out"), false),
        ] as [(Outcome.Result, Bool)])
    func brokenOff(_ ending: Outcome.Result, isBrokenOff: Bool) async throws {
        let source = try source(hasPage: true, then: ending)
        let report = try await SearchEngine(sources: [source]).report(try Query("owl", limit: 30))
        #expect(report.items.count == 10)
        #expect(report.outcomes.map(\.result) == [.answered(10)])
        #expect(report.outcomes.map(\.isBrokenOff) == [isBrokenOff])
    }

    @Test("an answer is not broken off if the page succeeds on the next attempt")
    func recovered() async throws {
        let catalogue = Catalogue(
            provider: "a", items: try Item.samples("a", 0..<30), pageSize: 10, failingStarts: [10])
        let report = try await SearchEngine(sources: [catalogue.source()])
            .searchAll(try Query("owl"), within: .seconds(60)).report
        #expect(report.items.count == 30)
        #expect(report.outcomes.map(\.isBrokenOff) == [false])
    }
}
