import ForageConformance
import ForageCore
import ForageSearch
import Platform
import Synchronization
import TestDoubles
import TestWording
import Testing

@Suite struct AllPagesTests {
    private func keys(_ items: [Item]) -> [String] { items.map(\.pageURL.duplicateKey) }

    private func all(
        _ engine: SearchEngine, _ query: Query, from cursor: SearchCursor? = nil, upTo count: Int = 1_000,
        within timeout: Duration = .seconds(60)
    ) async throws -> Report {
        try await engine.searchAll(query, from: cursor, upTo: count, within: timeout).report
    }

    @Test("reading all pages gives the same items as page after page", arguments: 0..<30)
    func concatenation(_ seed: Int) async throws {
        let engine = SearchEngine(try Catalogue.generated(seed: seed))
        let query = try Query("owl", limit: 3)
        let report = try await all(engine, query)
        #expect(report.items == (try await engine.windows(of: query, limits: [7]).flatMap(\.self)))
        #expect(report.next == nil)
    }

    @Test(
        "a failed page is requested again, and no item is lost or repeated",
        arguments: 0..<30)
    func failures(_ seed: Int) async throws {
        let catalogues = try Catalogue.generated(seed: seed, failing: true)
        let report = try await all(SearchEngine(catalogues), Query("owl"))
        let shown = keys(report.items)
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown) == Set(keys(catalogues.flatMap(\.items))))
        #expect(report.outcomes.allSatisfy { $0.isAnswer && $0.notes.isEmpty })
    }

    @Test("a provider that keeps failing is given up with a note, and the cursor tries it once more")
    func lost() async throws {
        let items = try Item.samples("a", 0..<10)
        let source = StubSource(.sample("a")) { request, _ in
            guard case .search(_, let page) = request, page.cursor == nil else {
                return SourceAnswer(outcome: Outcome("a", .failed("a bad day")))
            }
            return SourceAnswer(
                items: items, next: "2", outcome: Outcome("a", .answered(10), origin: .network))
        }
        let report = try await all(SearchEngine(sources: [source]), Query("owl"))
        #expect(report.items.count == 10)
        #expect(report.outcomes.map(\.notes) == [[.incomplete(Wording.Results.furtherPage("a bad day"))]])
        #expect(source.requests.count == 4)
        let cursor = try SearchCursor(report.next.orThrow(), for: report.query)
        let again = try await all(SearchEngine(sources: [source]), Query("owl"), from: cursor)
        #expect(again.items == [] && again.next == nil)
        let others = try Item.samples("a", 10..<15)
        let healthy = StubSource(.sample("a")) { _, _ in
            SourceAnswer(items: others, outcome: Outcome("a", .answered(5), origin: .network))
        }
        let rest = try await all(SearchEngine(sources: [healthy]), Query("owl"), from: cursor)
        #expect(rest.items == others)
    }

    @Test("a stale further page is reported, by the oldest of several")
    func stale() async throws {
        let origins: [Outcome.Origin] = [
            .network, .stale(.seconds(60), "it is down"), .stale(.seconds(90), "it is down"),
            .stale(.seconds(30), "it is down"), .cached(.seconds(5)),
        ]
        let source = StubSource(.sample("a")) { request, _ in
            guard case .search(_, let page) = request, let items = try? Item.samples("a", 0..<5) else {
                return SourceAnswer(outcome: Outcome("a", .failed("no page")))
            }
            let number = page.cursor.flatMap { Int($0) } ?? 0
            return SourceAnswer(
                items: [items[number]], next: number < 4 ? "\(number + 1)" : nil,
                outcome: Outcome("a", .answered(1), origin: origins[number]))
        }
        let report = try await all(SearchEngine(sources: [source]), Query("owl"))
        #expect(report.items.count == 5)
        #expect(report.outcomes.map(\.origin) == [origins[2]])
    }

    private static func middle(of year: Int) -> Date {
        Date(timeIntervalSince1970: (Double(year - 1970) + 0.5) * 31_557_600)
    }

    /// Items with or without a year, page by page.
    private func dated(_ pages: [[Int?]]) throws -> StubSource {
        let pages = try pages.enumerated().map { number, years in
            try years.enumerated().map { place, year in
                try Item.sample("a", "\(number)-\(place)") { draft in
                    draft.publishedAt = year.map(Self.middle)
                }
            }
        }
        return StubSource(.sample("a")) { request, _ in
            guard case .search(_, let page) = request else {
                return SourceAnswer(outcome: Outcome("a", .failed("no page")))
            }
            let number = page.cursor.flatMap { Int($0) } ?? 0
            return SourceAnswer(
                items: pages[number], next: number + 1 < pages.count ? "\(number + 1)" : nil,
                outcome: Outcome("a", .answered(pages[number].count), origin: .network))
        }
    }

    @Test(
        "the handling of a filter is decided once for the list, also with cursors",
        arguments: [
            ([[nil, nil], [2022, nil, 2010], [nil]], 5), ([[2022, nil], [nil, nil], [nil]], 1),
            ([[2022], [2023, nil], [nil]], 2),
        ] as [([[Int?]], Int)], [1, 2, 3])
    func decidedOnce(_ list: ([[Int?]], Int), limit: Int) async throws {
        let engine = SearchEngine(sources: [try dated(list.0)])
        let query = try Query("owl", filters: [.publishedSince(Self.middle(of: 2020))], limit: limit)
        let whole = try await all(engine, query)
        #expect(whole.items.count == list.1)
        var (shown, cursor): ([Item], SearchCursor?) = ([], nil)
        repeat {
            let report = try await engine.report(query, from: cursor)
            shown += report.items
            cursor = try report.next.map { try SearchCursor($0, for: query) }
        } while cursor != nil
        #expect(shown == whole.items)
    }

    @Test("reading stops at the given count, and the cursor continues there", arguments: [1, 9, 30, 31])
    func stop(_ count: Int) async throws {
        let engine = SearchEngine(try Catalogue.generated(seed: 5))
        let query = try Query("owl", limit: 2)
        let whole = try await all(engine, query)
        let part = try await all(engine, query, upTo: count)
        #expect(part.items.count == count)
        let cursor = try SearchCursor(part.next.orThrow(), for: query)
        let rest = try await all(engine, query, from: cursor)
        #expect(part.items + rest.items == whole.items)
    }

    @Test("each round has the full time")
    func time() async throws {
        let catalogue = Catalogue(provider: "a", items: try Item.samples("a", 0..<30), pageSize: 10)
        let source = catalogue.source()
        let deadlines = Mutex<[ContinuousClock.Instant]>([])
        let recording = StubSource(source.info) { request, deadline in
            deadlines.withLock { $0.append(deadline) }
            return await source.answer(request, by: deadline)
        }
        let report = try await all(SearchEngine(sources: [recording]), Query("owl"), within: .seconds(30))
        #expect(Set(deadlines.withLock(\.self)).count == 3)
        #expect(report.items.count == 30)
    }

    @Test(
        "a provider that repeats its first or last page is at its end",
        arguments: [1, 3])
    func repeatedPage(pageCount: Int) async throws {
        let items = try Item.samples("a", 0..<10 * pageCount)
        let source = StubSource(.sample("a")) { request, _ in
            guard case .search(_, let page) = request else {
                return SourceAnswer(outcome: Outcome("a", .empty))
            }
            let number = page.cursor.flatMap { Int($0) } ?? 1
            let place = (min(number, pageCount) - 1) * 10
            return SourceAnswer(
                items: Array(items[place..<place + 10]), next: "\(number + 1)",
                outcome: Outcome("a", .answered(10)))
        }
        let report = try await all(SearchEngine(sources: [source]), Query("owl"))
        #expect(report.items == items && report.next == nil)
        #expect(source.requests.count == pageCount + 1)
        #expect(
            report.outcomes.map(\.notes) == [
                [.incomplete("a further page repeats earlier results, so the list ends here")]
            ])
    }

    @Test("one empty page is skipped, and two in a row end the list")
    func emptyPages() async throws {
        let items = try Item.samples("a", 0..<3)
        // The second page is empty, the third is not, and from the fourth on all are.
        let source = StubSource(.sample("a")) { request, _ in
            guard case .search(_, let page) = request else {
                return SourceAnswer(outcome: Outcome("a", .empty))
            }
            let number = page.cursor.flatMap { Int($0) } ?? 1
            let brought = [1: Array(items[..<2]), 3: [items[2]]][number] ?? []
            return SourceAnswer(
                items: brought, next: "\(number + 1)",
                outcome: Outcome("a", brought.isEmpty ? .empty : .answered(brought.count)))
        }
        let report = try await all(SearchEngine(sources: [source]), Query("owl"))
        #expect(report.items == items && report.next == nil)
        #expect(source.requests.count == 5)
        #expect(
            report.outcomes.map(\.notes) == [
                [.incomplete(Wording.Results.emptyPages)]
            ])
    }

    private struct Ruler: Measurer {
        func size(of url: WebURL, by deadline: ContinuousClock.Instant) async throws(MeasuringError)
            -> PixelSize
        {
            let width = url.text.utf8.contains(UInt8(ascii: "3")) ? 10 : 1_000
            guard let size = PixelSize(width: width, height: 30) else { throw MeasuringError("no size") }
            return size
        }
    }

    @Test("pictures are measured round by round, and those that are too small are replaced")
    func measured() async throws {
        let items = try (0..<60).map { number in
            try Item.sample("a", "\(number)") { draft in
                guard let url = WebURL("https://images.example/\(number).svg") else { return }
                draft.renditions = [Rendition(.thumbnail, at: url)]
            }
        }
        let catalogue = Catalogue(provider: "a", items: items, pageSize: 10)
        let size = try PixelSize(width: 100, height: 20).orThrow()
        let query = try Query("owl", filters: [.minimumSize(size)])
        let engine = SearchEngine(sources: [catalogue.source()], measurer: Ruler())
        let report = try await all(engine, query, upTo: 30)
        let large = items.filter { !$0.id.local.contains("3") }.map(\.id)
        #expect(report.items.map(\.id) == Array(large.prefix(30)))
    }
}
