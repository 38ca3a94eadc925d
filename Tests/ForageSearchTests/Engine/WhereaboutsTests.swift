import Essentials
import ForageCore
import ForageSearch
import ForageTesting
import Testing

@Suite struct WhereaboutsTests {
    private func query(
        _ sought: String, filters: [Filter] = [], isStrict: Bool = false, limit: Int = 20
    ) throws -> Query {
        var query = try Query("owl", filters: filters, isStrict: isStrict, limit: limit)
        query.sought = try Sought(sought).orThrow()
        return query
    }

    private func ants(_ numbers: ClosedRange<Int>, change: (Int, inout Draft) -> Void = { _, _ in }) throws
        -> StubSource
    {
        StubSource(
            .sample("ants"),
            items: try numbers.map { number in try .sample("ants", "\(number)") { change(number, &$0) } })
    }

    @Test(
        "what is shown is at its place, whatever it is called by",
        arguments: ["ants:3", "http://www.ants.example/3/?utm_source=x", "https://files.example/3-small.jpg"])
    func shown(_ sought: String) async throws {
        let source = try ants(1...5) { number, draft in
            let file = WebURL("https://files.example/\(number)-small.jpg")
            draft.renditions = file.map { [Rendition(.small, at: $0)] } ?? []
        }
        let report = try await SearchEngine(sources: [source]).report(query(sought))
        #expect(report.whereabouts?.fate == .shown(3))
        #expect(report.whereabouts?.result == ItemID("ants:3"))
    }

    @Test("what no provider brought is nowhere", arguments: ["ants:9", "https://ants.example/33"])
    func notBrought(_ sought: String) async throws {
        let report = try await SearchEngine(sources: [try ants(1...5)]).report(query(sought))
        #expect(report.whereabouts == Whereabouts())
    }

    @Test("what stands behind the window, or before it, is at its place of the list")
    func window() async throws {
        let engine = SearchEngine(sources: [try ants(1...9)])
        #expect(try await engine.report(query("ants:7", limit: 3)).whereabouts?.fate == .beyond(7))
        let second = try await engine.search(query("ants:2", limit: 3), page: 2).report
        #expect(second.whereabouts?.fate == .before(2))
        let third = try await engine.search(query("ants:7", limit: 3), page: 3).report
        #expect(third.whereabouts?.fate == .shown(7))
        let first = try await engine.report(query("ants:2", limit: 3))
        let cursor = try SearchCursor(first.next.orThrow(), for: first.query)
        #expect(
            try await engine.report(query("ants:2", limit: 3), from: cursor).whereabouts?.fate
                == .shownEarlier)
        #expect(
            try await engine.report(query("ants:5", limit: 3), from: cursor).whereabouts?.fate == .shown(2))
    }

    @Test("what became a part of another result is there, and says why")
    func merged() async throws {
        let twin = StubSource(
            .sample("bees"), items: [try .sample("bees", "b", page: "https://www.ants.example/2")])
        let report = try await SearchEngine(sources: [try ants(1...3), twin]).report(query("bees:b"))
        let found = try report.whereabouts.orThrow()
        let result = try report.items.firstIndex { $0.sources.count == 2 }.orThrow()
        #expect(found.fate == .shown(result + 1))
        #expect(found.result == report.items[result].id)
        #expect(found.id == ItemID("bees:b"))
        let other = try await SearchEngine(sources: [try ants(1...3), twin]).report(query("ants:2"))
        #expect(other.whereabouts?.merge?.reason == .page)
    }

    @Test("what a filter left out names the filter and who applied it")
    func leftOut() async throws {
        let source = try ants(1...3) { number, draft in
            draft.publishedAt = number == 2 ? nil : Date(timeIntervalSince1970: Double(number) * 1e9)
            draft.licence = number == 3 ? Licence(id: "cc-by-nc-4.0", name: "NC") : nil
        }
        let engine = SearchEngine(sources: [source])
        let since = Filter.publishedSince(Date(timeIntervalSince1970: 2e9))
        #expect(
            try await engine.report(query("ants:1", filters: [since])).whereabouts?.fate
                == .leftOut(since, .violated, .applied))
        #expect(
            try await engine.report(query("ants:2", filters: [since])).whereabouts?.fate
                == .leftOut(since, .unknown, .applied))
        let trade = Filter.licence(LicenceWish([.commercial]))
        #expect(
            try await engine.report(query("ants:3", filters: [trade])).whereabouts?.fate
                == .leftOut(trade, .violated, .applied))
        #expect(
            try await engine.report(query("ants:1", filters: [trade])).whereabouts?.fate
                == .leftOut(trade, .unknown, .applied))
    }

    @Test("a provider that is left out whole says why")
    func providerLeftOut() async throws {
        let since = Filter.publishedSince(Date(timeIntervalSince1970: 0))
        let report = try await SearchEngine(sources: [try ants(1...3)]).report(
            query("ants:1", filters: [since], isStrict: true))
        #expect(
            report.whereabouts?.fate == .providerLeftOut("left out: cannot honour after:1970-01-01"))
    }

    @Test("what one provider's filter left out and another brought is where the other's is")
    func elsewhere() async throws {
        let page: WebURL = "https://photos.example/1"
        let since = Filter.publishedSince(Date(timeIntervalSince1970: 2e9))
        let old = try Item.sample("ants", "1", page: page) {
            $0.publishedAt = Date(timeIntervalSince1970: 1e9)
        }
        let new = try Item.sample("bees", "1", page: page) {
            $0.publishedAt = Date(timeIntervalSince1970: 3e9)
        }
        for items in [[old, new], [new, old]] {
            let sources = items.map { StubSource(.sample($0.id.provider), items: [$0]) }
            let report = try await SearchEngine(sources: sources).report(query(page.text, filters: [since]))
            #expect(report.whereabouts?.fate == .shown(1))
        }
    }

    @Test("a page's address and an item's id are understood, anything else is not")
    func reading() {
        #expect(Sought("https://owl.example/1")?.description == "https://owl.example/1")
        #expect(Sought("flickr:owl%201")?.description == "flickr:owl%201")
        #expect(Sought("HTTPS://Owl.example/1") == Sought("https://owl.example/1"))
        #expect(Sought("owl") == nil)
        #expect(Sought("https://") == nil)
        #expect(Sought("ftp://owl.example") == nil)
    }
}
