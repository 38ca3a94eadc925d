import ForageConformance
import ForageCore
import ForageSearch
import TestPlaces
import Testing

@Suite struct ListSoFarTests {
    @Test(
        "when all have answered it is the list, whatever the page and however many rounds it took",
        arguments: 0..<40, [false, true])
    func whole(_ seed: Int, browses: Bool) async throws {
        var random = SeededNumbers(seed: seed + 7)
        let engine = SearchEngine(try Catalogue.generated(seed: seed))
        let limit = Int.random(in: 1...60, using: &random)
        let query = try browses ? Query(browsing: Browse(), limit: limit) : Query("owl", limit: limit)
        let page = Int.random(in: 1...3, using: &random)
        var list = ListSoFar(
            of: query, weights: [:], skipping: (page - 1) * query.limit, upTo: query.limit)
        var report: Report?
        for await event in engine.search(query, page: page, within: .seconds(60)) {
            list.take(event)
            if case .finished(let last) = event { report = last }
        }
        #expect(try list.items == report.orThrow().items)
    }

    @Test(
        "what one provider brought is there while another is out, and moves down as its word has less weight")
    func soFar() throws {
        let query = try Query("owl")
        var list = ListSoFar(of: query, weights: ["bees": 2], upTo: 20)
        list.take(.began(["ants", "bees"]))
        #expect(list.items.isEmpty)
        list.take(.items("ants", try Item.samples("ants", 1...2)))
        #expect(list.report.ids == ["ants:1", "ants:2"])
        list.take(.items("bees", try Item.samples("bees", 1...1)))
        #expect(list.report.ids == ["bees:1", "ants:1", "ants:2"])
    }
}
