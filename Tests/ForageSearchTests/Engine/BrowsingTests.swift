import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import Testing

@Suite struct BrowsingTests {
    private let day = CalendarDay("2024-05-31")

    /// A service that lists items, three per page.
    private func lister(_ id: ProviderID, count: Int = 6, days: Bool = true) -> StubSource {
        let capabilities = Capabilities(browses: true, browsesDays: days, pages: true)
        return StubSource(.sample(id, capabilities: capabilities)) { request, _ in
            guard case .browse(let browse, let page) = request else {
                return SourceAnswer(outcome: Outcome(id, .failed("not a listing")))
            }
            let start = page.cursor.flatMap { Int($0) } ?? 0
            let names = (start..<min(start + 3, count)).map { "\(browse.day?.description ?? "latest") \($0)" }
            let items = (try? names.map { try Item.sample(id, $0) }) ?? []
            let next = start + 3 < count ? "\(start + 3)" : nil
            return SourceAnswer(items: items, next: next, outcome: Outcome(id, .answered(items.count)))
        }
    }

    @Test("every listing provider gets the day, and others are skipped with the reason")
    func asked() async throws {
        let searcher = StubSource(.sample("bees"), items: [])
        let engine = SearchEngine(sources: [lister("ants", count: 2), searcher])
        let report = try await engine.report(Query(browsing: Browse(day: day)))
        #expect(report.ids == ["ants:2024-05-31%200", "ants:2024-05-31%201"])
        #expect(try report.outcome(of: "ants").notes == [])
        #expect(
            try report.outcome(of: "bees").result
                == .skipped("it has no list of new or interesting items; search for something instead"))
        #expect(searcher.requests.isEmpty)
    }

    @Test(
        "a provider without days says that it cannot go back, only if a day was requested",
        arguments: [true, false])
    func unsupportedDay(asked: Bool) async throws {
        let engine = SearchEngine(sources: [lister("ants", days: false)])
        let report = try await engine.report(Query(browsing: Browse(day: asked ? day : nil)))
        #expect(try report.outcome(of: "ants").notes == (asked ? [.unsupportedDay] : []))
    }

    @Test("a listing is paged like a search, with every item once for any limit")
    func paging() async throws {
        let engine = SearchEngine(sources: [lister("ants", count: 8), lister("bees", count: 4)])
        var shown: [String] = []
        var cursor: SearchCursor?
        repeat {
            let query = try Query(browsing: Browse(day: day), limit: 5)
            let report = try await engine.report(query, from: cursor)
            shown += report.ids
            cursor = try report.next.map { next throws(QueryError) in try SearchCursor(next, for: query) }
        } while cursor != nil
        #expect(shown.count == 12)
        #expect(Set(shown).count == 12)
    }

    @Test(
        "pages of a listing neither repeat nor skip items, even when a provider fails",
        arguments: 0..<40, [false, true])
    func pages(_ seed: Int, failing: Bool) async throws {
        let catalogues = try Catalogue.generated(seed: seed, failing: failing)
        guard catalogues.contains(where: { !$0.failingStarts.contains(0) && !$0.items.isEmpty }) else {
            // If no provider has anything at first, there is no list to follow.
            return
        }
        let query = try Query(browsing: Browse())
        let windows = try await SearchEngine(catalogues).windows(of: query, limits: [7, 1, 30])
        let shown = windows.flatMap { $0 }.map(\.pageURL.duplicateKey)
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown) == Set(catalogues.flatMap(\.items).map(\.pageURL.duplicateKey)))
        guard !failing else { return }
        let all = try await SearchEngine(catalogues).searchAll(query, within: .seconds(60)).report
        #expect(all.items.map(\.pageURL.duplicateKey) == shown)
    }

    @Test("providers take turns in any order of arrival, and a greater weight does not silence the others")
    func turns() async throws {
        let gate = Gate()
        let last = StubSource(lister("ants", count: 3).info) { request, deadline in
            await gate.pass()
            return await lister("ants", count: 3).answer(request, by: deadline)
        }
        let first = StubSource(lister("bees", count: 3).info) { request, deadline in
            defer { gate.open() }
            return await lister("bees", count: 3).answer(request, by: deadline)
        }
        let engine = SearchEngine(sources: [last, first], weights: ["bees": 2])
        let report = try await engine.report(Query(browsing: Browse()))
        #expect(report.items.map(\.id.provider) == ["bees", "bees", "ants", "bees", "ants", "ants"])
    }

    @Test("a cursor belongs to its day, its filters and to browsing")
    func cursor() async throws {
        let query = try Query(browsing: Browse(day: day), limit: 2)
        let report = try await SearchEngine(sources: [lister("ants")]).report(query)
        let next = try report.next.orThrow()
        #expect(throws: Never.self) {
            try SearchCursor(next, for: Query(browsing: Browse(day: day), limit: 9))
        }
        let others = [
            try Query(browsing: Browse()), try Query(browsing: Browse(day: CalendarDay("2024-05-30"))),
            try Query(browsing: Browse(day: day, filters: [.kinds([.photo])])), try Query("2024-05-31"),
        ]
        for other in others {
            #expect(throws: QueryError.cursorOfOtherQuery) { try SearchCursor(next, for: other) }
        }
    }

    @Test("filters apply to a listing too")
    func filters() async throws {
        let browse = Browse(filters: [.kinds([.episode]), .kinds([.answer])])
        #expect(try Query(browsing: browse).filters == [.kinds([.answer])])
        let report = try await SearchEngine(sources: [lister("ants")]).report(Query(browsing: browse))
        #expect(report.items.isEmpty)
        #expect(report.outcomes.map(\.isFailure) == [false])
    }
}
