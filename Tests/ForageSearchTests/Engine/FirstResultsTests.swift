import ForageCore
import ForageSearch
import ForageTesting
import TestPlaces
import Testing

@Suite struct FirstResultsTests {
    /// Providers of various weights that have some pages in common, and answer one after the other.
    private struct Scene {
        let weights: [ProviderID: Double]
        private let catalogues: [Catalogue]
        private let order: [ProviderID]

        init(seed: Int) throws {
            var random = SeededNumbers(seed: seed)
            catalogues = try Catalogue.generated(seed: seed)
            order = catalogues.map(\.provider).shuffled(using: &random)
            weights = Dictionary(
                uniqueKeysWithValues: order.map {
                    ($0, [0, 0.001, 0.05, 1, 1, 4, 30].randomElement(using: &random) ?? 1)
                })
        }

        func engine() -> SearchEngine {
            let gates = Dictionary(uniqueKeysWithValues: order.map { ($0, Gate()) })
            let order = order
            let sources = catalogues.map { catalogue in
                let source = catalogue.source()
                return StubSource(source.about) { request, deadline in
                    let place = order.firstIndex(of: catalogue.provider) ?? 0
                    if place > 0 { await gates[order[place - 1]]?.pass() }
                    defer { gates[catalogue.provider]?.open() }
                    return await source.answer(request, by: deadline)
                }
            }
            return SearchEngine(sources: sources, weights: weights)
        }
    }

    private func pages(_ items: some Sequence<Item>) -> [String] { items.map(\.pageURL.duplicateKey) }

    @Test(
        "whoever is not waited for, the first results are those that a full search or listing has",
        arguments: 0..<400, [false, true])
    func prefix(_ seed: Int, browses: Bool) async throws {
        var random = SeededNumbers(seed: seed + 50_000)
        let scene = try Scene(seed: seed)
        let count = Int.random(in: 1...6, using: &random)
        let limit = Int.random(in: 1...25, using: &random)
        let query = try browses ? Query(browsing: Browse(), limit: limit) : Query("owl", limit: limit)
        let whole = try await scene.engine().report(query)
        let early = try await scene.engine().search(query, first: count, within: .seconds(60)).report
        #expect(pages(early.items.prefix(count)) == pages(whole.items.prefix(count)))
    }

    @Test("beside one that was cancelled nobody is said not to be waited for")
    func cancelled() async throws {
        let (isCancelled, gate) = (Gate(), Gate())
        let items = try Item.samples("quick", 1...3)
        let quick = StubSource(.sample("quick")) { _, _ in
            await isCancelled.pass()
            return SourceAnswer(items: items, outcome: Outcome("quick", .answered(3)))
        }
        let cancelled = StubSource(.sample("cancelled")) { _, _ in
            SourceAnswer(outcome: Outcome("cancelled", .cancelled))
        }
        let out = StubSource(.sample("out"), behind: gate)
        let engine = SearchEngine(
            sources: [cancelled, quick, out], weights: ["quick": 1, "cancelled": 1, "out": 0.001])
        var report: Report?
        for await event in engine.search(try Query("owl"), first: 1, within: .milliseconds(300)) {
            if case .ended(Outcome("cancelled", .cancelled)) = event { isCancelled.open() }
            if case .finished(let finished) = event { report = finished }
        }
        gate.open()
        let finished = try report.orThrow()
        #expect(try finished.outcome(of: "out").result == .timedOut("out had not answered in time"))
        #expect(try finished.outcome(of: "quick").result == .answered(3))
    }

    @Test("now and then somebody is not waited for, which the outcome says; that is not a failure")
    func dismissals() async throws {
        var dismissals: [Outcome] = []
        for seed in 0..<100 {
            let engine = try Scene(seed: seed).engine()
            let report = try await engine.search(Query("owl"), first: 2, within: .seconds(60)).report
            dismissals += report.outcomes.filter { !$0.isAnswer }
        }
        #expect(dismissals.count > 10)
        let reason = "not waited for: nothing that it may have changes the first 2"
        #expect(dismissals.allSatisfy { $0.result == .skipped(reason) })
    }

    @Test(
        "who was not waited for is asked with the next page: nothing is lost, nothing comes twice",
        arguments: 0..<40)
    func paging(_ seed: Int) async throws {
        let catalogues = try Catalogue.generated(seed: seed)
        let weights: [ProviderID: Double] = ["a": 100, "b": 0.01, "c": 0.001, "d": 0]
        let engine = SearchEngine(sources: catalogues.map { $0.source() }, weights: weights)
        let windows = try await engine.windows(of: Query("owl"), limits: [7], first: 3)
        let shown = pages(windows.flatMap(\.self))
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown) == Set(pages(catalogues.flatMap(\.items))))
    }

    /// A search of sources that bring these, and of one more that never answers.
    private func report(
        _ lists: [[Int]], _ query: Query, first count: Int, lateWeight: Double = 1
    ) async throws -> Report {
        let gate = Gate()
        let capabilities = Capabilities(browses: true)
        var sources = [StubSource(.sample("late", capabilities: capabilities), behind: gate)]
        for (provider, list) in zip(ProviderID.letters, lists) {
            let items = try list.map { number in
                try Item.sample(provider, "\(number)", page: WebURL("https://shared.example/\(number)"))
            }
            sources.append(StubSource(.sample(provider, capabilities: capabilities), items: items))
        }
        let engine = SearchEngine(sources: sources, weights: ["late": lateWeight])
        let report = try await engine.search(query, first: count, within: .milliseconds(400)).report
        gate.open()
        return report
    }

    @Test("three that agree outweigh what one may still say, of the first and not of the second")
    func agreement() async throws {
        let lists = [[1, 2, 3], [1, 4, 5], [1, 6, 7]]
        let one = try await report(lists, Query("owl"), first: 1)
        #expect(try one.outcome(of: "late").result.isSkipped)
        let two = try await report(lists, Query("owl"), first: 2)
        #expect(!(try two.outcome(of: "late").result.isSkipped))
    }

    @Test("who has no weight changes nothing among those who have, not even among equals")
    func weightless() async throws {
        let none = try await report([[1, 2], [3, 4]], Query("owl"), first: 4, lateWeight: 0)
        #expect(try none.outcome(of: "late").result.isSkipped)
    }

    @Test("of a listing nobody is waited for whose first turn comes later")
    func turns() async throws {
        let lists = [[1, 2], [3, 4]]
        let query = try Query(browsing: Browse())
        for (weight, count, isSkipped) in [(1.0, 1, false), (0.4, 4, true), (0.5, 4, true), (0.6, 3, false)] {
            let report = try await report(lists, query, first: count, lateWeight: weight)
            #expect(try report.outcome(of: "late").result.isSkipped == isSkipped)
        }
    }

    @Test("those who are not waited for end in an order that is the same each time")
    func order() async throws {
        let gate = Gate()
        let quick = StubSource(.sample("quick"), items: try Item.samples("quick", 1...3))
        let out: [ProviderID] = ["a", "b", "c", "d", "e", "f"]
        let engine = SearchEngine(
            sources: [quick] + out.shuffled().map { StubSource(.sample($0), behind: gate) },
            weights: Dictionary(uniqueKeysWithValues: out.map { ($0, 0) }))
        var ended: [ProviderID] = []
        for await event in engine.search(try Query("owl"), first: 1, within: .seconds(60)) {
            if case .ended(let outcome) = event, outcome.result.isSkipped { ended.append(outcome.provider) }
        }
        gate.open()
        #expect(ended == out)
    }

    @Test("with filters and by date everyone is waited for, and so is who may fill the window")
    func unsettled() async throws {
        let lists = [[1, 2], [1, 3], [1, 4]]
        let queries = [
            try Query("owl", filters: [.kinds([.photo])]), try Query("owl", order: .newest),
        ]
        for query in queries {
            let report = try await report(lists, query, first: 1)
            #expect(!(try report.outcome(of: "late").result.isSkipped))
        }
        let few = try await report([[]], Query("owl"), first: 1, lateWeight: 0)
        #expect(!(try few.outcome(of: "late").result.isSkipped))
    }
}

extension Outcome.Result {
    fileprivate var isSkipped: Bool {
        if case .skipped = self { true } else { false }
    }
}
