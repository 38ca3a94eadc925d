import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import TestPlaces
import Testing

@Suite("The list while a search runs")
struct GrowingListTests {
    @Test(
        "the last published list equals the report, for any page and number of rounds",
        arguments: 0..<40, [false, true])
    func whole(_ seed: Int, browses: Bool) async throws {
        var random = SeededNumbers(seed: seed + 7)
        let engine = SearchEngine(try Catalogue.generated(seed: seed))
        let limit = Int.random(in: 1...60, using: &random)
        var query = try browses ? Query(browsing: Browse(), limit: limit) : Query("owl", limit: limit)
        query.publishesList = true
        let page = Int.random(in: 1...3, using: &random)
        var list: [Item] = []
        var report: Report?
        for await event in engine.search(query, page: page, within: .seconds(60)) {
            if case .list(let items) = event { list = items }
            if case .finished(let last) = event { report = last }
        }
        #expect(try list == report.orThrow().items)
    }

    @Test(
        "results are published before other providers answer, and move down when better ones arrive")
    func soFar() async throws {
        let gate = Gate()
        let ants = StubSource(.sample("ants"), items: try Item.samples("ants", 1...2))
        let bees = StubSource(.sample("bees"), items: try Item.samples("bees", 1...1), behind: gate)
        let engine = SearchEngine(sources: [ants, bees], weights: ["bees": 2])
        var query = try Query("owl")
        query.publishesList = true
        var lists: [[String]] = []
        for await event in engine.search(query, within: .seconds(60)) {
            guard case .list(let items) = event else { continue }
            lists.append(items.map(\.id.description))
            gate.open()
        }
        #expect(lists == [["ants:1", "ants:2"], ["bees:1", "ants:1", "ants:2"]])
    }

    @Test("the list is published only on request, and changes nothing else")
    func unasked() async throws {
        let engine = SearchEngine(try Catalogue.generated(seed: 2))
        var query = try Query("owl")
        var reports: [[Item]] = []
        for publishes in [false, true] {
            query.publishesList = publishes
            var isReported = false
            for await event in engine.search(query, within: .seconds(60)) {
                if case .list = event { isReported = true }
                if case .finished(let report) = event { reports.append(report.items) }
            }
            #expect(isReported == publishes)
        }
        #expect(reports[0] == reports[1])
    }
}
