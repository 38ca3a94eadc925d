import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import TestWording
import Testing

@Suite struct SearchEngineTests {
    private let query: Query
    private let ants: StubSource
    private let bees: StubSource

    init() throws {
        query = try Query("owl")
        ants = StubSource(.sample("ants"), items: try Item.samples("ants", 1...3))
        bees = StubSource(.sample("bees"), items: try Item.samples("bees", 1...2))
    }

    @Test("a search reports its providers, their items, their outcomes and the final list")
    func events() async throws {
        var events: [SearchEvent] = []
        for await event in SearchEngine(sources: [ants]).search(query) { events.append(event) }
        let items = try Item.samples("ants", 1...3)
        #expect(events.count == 4)
        #expect(events.first == .began(["ants"]))
        #expect(events[1] == .items("ants", items))
        guard case .ended(let outcome) = events[2], case .finished(let report) = events[3] else {
            Issue.record("\(events)")
            return
        }
        #expect(outcome.result == .answered(3))
        #expect(report.items == items)
        #expect(report.outcomes == [outcome])
        #expect(report.query == query)
        #expect(report.next == nil)
    }

    @Test("all sources are asked at once")
    func sideBySide() async throws {
        let gate = Gate()
        let waiting = StubSource(.sample("waiting"), behind: gate)
        let opening = StubSource(.sample("opening")) { _, _ in
            gate.open()
            return SourceAnswer(outcome: Outcome("opening", .empty))
        }
        let report = try await SearchEngine(sources: [waiting, opening]).report(query)
        #expect(report.outcomes.map(\.result) == [.empty, .empty])
    }

    @Test("results of several sources alternate, with ties in the order of the sources")
    func mixed() async throws {
        let report = try await SearchEngine(sources: [ants, bees]).report(query)
        #expect(report.ids == ["ants:1", "bees:1", "ants:2", "bees:2", "ants:3"])
    }

    @Test("a source with a greater weight comes first")
    func weights() async throws {
        let engine = SearchEngine(sources: [ants, bees], weights: ["bees": 1.5])
        #expect(try await engine.report(query).ids.prefix(2) == ["bees:1", "bees:2"])
    }

    @Test("only the named providers are asked, and an unknown name is a failure")
    func named() async throws {
        let report = try await SearchEngine(sources: [ants, bees]).report(query, on: ["bees", "wasps"])
        #expect(report.outcomes.map(\.provider) == ["bees", "wasps"])
        #expect(try report.outcome(of: "wasps").isFailure)
        #expect(ants.requests.isEmpty)
    }

    @Test("a provider skipped in advance is in the report and is not asked")
    func skipped() async throws {
        let decided = Outcome("wasps", .skipped(Wording.Services.needsKey))
        let engine = SearchEngine(sources: [ants], skipped: [decided])
        #expect(try await engine.report(query).outcomes.last == decided)
        #expect(try await engine.report(query, on: ["wasps"]).outcomes == [decided])
        #expect(try await engine.report(query, on: ["ants"]).outcomes.map(\.provider) == ["ants"])
    }

    @Test("the first of two sources with the same id is asked")
    func sameID() async throws {
        let other = StubSource(.sample("ants"), ending: .failed("asked"))
        #expect(try await SearchEngine(sources: [ants, other]).report(query).ids.count == 3)
        #expect(other.requests.isEmpty)
    }

    @Test("a failure is reported as it is, and the items of a failed source are left out")
    func failure() async throws {
        let items = try Item.samples("wasps", 1...2)
        let wasps = StubSource(.sample("wasps")) { _, _ in
            SourceAnswer(items: items, outcome: Outcome("wasps", .failed("no such host")))
        }
        let report = try await SearchEngine(sources: [ants, wasps]).report(query)
        #expect(try report.outcome(of: "wasps").result == .failed("no such host"))
        #expect(report.ids.count == 3)
    }

    @Test("a source can only deliver items and outcomes under its own id")
    func foreignItems() async throws {
        let items = try Item.samples("ants", 1...2)
        let wasps = StubSource(.sample("wasps")) { _, _ in
            SourceAnswer(items: items, outcome: Outcome("ants", .answered(2)))
        }
        let report = try await SearchEngine(sources: [wasps]).report(query)
        #expect(report.items.isEmpty)
        #expect(report.outcomes.map(\.result) == [.empty])
        #expect(report.outcomes.map(\.provider) == ["wasps"])
    }

    @Test("a search without sources has an empty report")
    func noProvider() async throws {
        let report = try await SearchEngine(sources: []).report(query)
        #expect(report.outcomes.isEmpty && report.items.isEmpty && report.next == nil)
    }

    @Test("details are requested from the item's own provider")
    func details() async throws {
        let engine = SearchEngine(
            sources: [ants, bees], skipped: [Outcome("wasps", .skipped(Wording.Services.needsKey))])
        let answer = await engine.details(of: ItemID(provider: "bees", local: "1"))
        #expect(answer.items.map(\.id.local) == ["1"] && answer.outcome.result == .answered(1))
        #expect(bees.requests == [.details(ItemID(provider: "bees", local: "1"))])
        #expect(ants.requests.isEmpty)
        let other = await engine.details(of: ItemID(provider: "bees", local: "1|2"))
        #expect(other.items.isEmpty && other.outcome.result == .empty)
        let skipped = await engine.details(of: ItemID(provider: "wasps", local: "1"))
        #expect(skipped.outcome.result == .skipped(Wording.Services.needsKey))
        let unknown = await engine.details(of: ItemID(provider: "moths", local: "1"))
        #expect(unknown.outcome.isFailure)
    }
}
