import ForageConformance
import ForageCore
import ForageSearch
import Synchronization
import TestDoubles
import TestPlaces
import TestWording
import Testing

@Suite struct PagingTests {
    /// The keys that identify items, for lists whose items have only pages.
    private func keys(_ items: [Item]) -> [String] { items.map(\.pageURL.duplicateKey) }

    @Test(
        "the windows together contain every item once, for any limits", arguments: 0..<30)
    func union(_ seed: Int) async throws {
        var random = SeededNumbers(seed: seed + 1)
        let catalogues = try Catalogue.generated(seed: seed)
        let limits = (0..<3).map { _ in Int.random(in: 1...40, using: &random) }
        let windows = try await SearchEngine(catalogues).windows(of: Query("owl"), limits: limits)
        let shown = keys(windows.flatMap(\.self))
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown) == Set(keys(catalogues.flatMap(\.items))))
    }

    @Test("the limit does not change the order of the list", arguments: 0..<15)
    func oneList(_ seed: Int) async throws {
        let engine = SearchEngine(try Catalogue.generated(seed: seed))
        let inOne = try await engine.windows(of: Query("owl"), limits: [500]).flatMap(\.self)
        let inMany = try await engine.windows(of: Query("owl"), limits: [7]).flatMap(\.self)
        #expect(inOne == inMany)
    }

    @Test("a provider that fails keeps its place, and no item is lost or repeated", arguments: 0..<30)
    func failures(_ seed: Int) async throws {
        let catalogues = try Catalogue.generated(seed: seed, failing: true)
        guard catalogues.contains(where: { !$0.failingStarts.contains(0) && !$0.items.isEmpty }) else {
            return
        }
        let windows = try await SearchEngine(catalogues).windows(of: Query("owl"), limits: [10])
        let shown = keys(windows.flatMap(\.self))
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown) == Set(keys(catalogues.flatMap(\.items))))
    }

    @Test("any order of arrival gives the same list", arguments: 0..<20)
    func arrival(_ seed: Int) async throws {
        let catalogues = try Catalogue.generated(seed: seed)
        let query = try Query("owl", limit: 50)
        var reports: [Report] = []
        for order in [catalogues.map(\.provider), catalogues.map(\.provider).reversed()] {
            let gates = Dictionary(uniqueKeysWithValues: order.map { ($0, Gate()) })
            let sources = catalogues.map { catalogue in
                let source = catalogue.source()
                return StubSource(source.info) { request, deadline in
                    let place = order.firstIndex(of: catalogue.provider) ?? 0
                    if place > 0 { await gates[order[place - 1]]?.pass() }
                    defer { gates[catalogue.provider]?.open() }
                    return await source.answer(request, by: deadline)
                }
            }
            reports.append(try await SearchEngine(sources: sources).report(query))
        }
        #expect(reports[0].items == reports[1].items)
        #expect(reports[0].next == reports[1].next)
        #expect(reports[0].outcomes.map(\.provider) == reports[1].outcomes.map(\.provider))
    }

    @Test("a page number gives the same window as paging to it", arguments: [1, 2, 3, 5, 50])
    func number(_ page: Int) async throws {
        let engine = SearchEngine(try Catalogue.generated(seed: 3))
        let windows = try await engine.windows(of: Query("owl", limit: 20), limits: [20])
        let items = try await engine.search(Query("owl", limit: 20), page: page).report.items
        #expect(items == (page <= windows.count ? windows[page - 1] : []))
    }
}

@Suite struct PagingEndTests {
    private let query: Query

    init() throws { query = try Query("owl", limit: 10) }

    private func catalogue(_ count: Int, failing: Set<Int> = []) throws -> Catalogue {
        Catalogue(
            provider: "ants", items: try Item.samples("ants", 0..<count), pageSize: 10, failingStarts: failing
        )
    }

    @Test("a list that is shown whole has no next cursor")
    func end() async throws {
        let report = try await SearchEngine([catalogue(10)]).report(query)
        #expect(report.items.count == 10)
        #expect(report.next == nil)
    }

    @Test("a failed page is requested again from the same place")
    func again() async throws {
        let engine = SearchEngine([try catalogue(20, failing: [10])])
        let first = try await engine.report(query)
        let place = try SearchCursor(first.next.orThrow(), for: query)
        let failed = try await engine.report(query, from: place)
        #expect(failed.items.isEmpty)
        #expect(failed.outcomes.map(\.result) == [.failed("a bad moment")])
        let retried = try await engine.report(query, from: SearchCursor(failed.next.orThrow(), for: query))
        let fromBefore = try await engine.report(query, from: place)
        #expect(retried.ids == fromBefore.ids)
        #expect(retried.items.count == 10)
    }

    @Test(
        "a truncated page is requested again up to three times, and its missing items appear"
    )
    func cutOff() async throws {
        let items = try Item.samples("ants", 0..<20)
        let cutCount = Atomic(0)
        func source(cutting greatest: Int) -> StubSource {
            StubSource(.sample("ants")) { request, _ in
                guard case .search(_, let page) = request, page.cursor == "2" else {
                    return SourceAnswer(
                        items: Array(items.prefix(10)), next: "2", outcome: Outcome("ants", .answered(10)))
                }
                let isCut = cutCount.wrappingAdd(1, ordering: .relaxed).newValue <= greatest
                let had = Array(items.dropFirst(10).prefix(isCut ? 4 : 10))
                var answer = SourceAnswer(items: had, outcome: Outcome("ants", .answered(had.count)))
                answer.isCutOff = isCut
                return answer
            }
        }
        var windows = try await SearchEngine(sources: [source(cutting: 1)]).windows(of: query, limits: [10])
        #expect(windows.flatMap(\.self) == items)
        cutCount.store(0, ordering: .relaxed)
        windows = try await SearchEngine(sources: [source(cutting: 9)]).windows(of: query, limits: [10])
        #expect(windows.flatMap(\.self) == Array(items.prefix(14)))
        #expect(cutCount.load(ordering: .relaxed) == 3)
    }

    @Test(
        "a provider that fails after its first answer keeps its place for later, even at the end of all pages",
        arguments: [
            SourceAnswer(outcome: Outcome("ants", .denied("not now"))),
            SourceAnswer(outcome: Outcome("ants", .drift("no list"))),
            SourceAnswer(outcome: Outcome("ants", .failed("a bad moment"))),
            .cutOff,
        ])
    func anotherDay(_ failure: SourceAnswer) async throws {
        let ants = Catalogue(provider: "ants", items: try Item.samples("ants", 0..<20), pageSize: 10).source()
        let isDown = Atomic(true)
        let source = StubSource(ants.info) { request, deadline in
            request.page?.cursor != nil && isDown.load(ordering: .relaxed)
                ? failure : await ants.answer(request, by: deadline)
        }
        let engine = SearchEngine(sources: [source])
        for isUnhurried in [false, true] {
            isDown.store(true, ordering: .relaxed)
            let first =
                try await isUnhurried ? engine.searchAll(query).report : engine.search(query).report
            let failed = try await engine.report(query, from: SearchCursor(first.next.orThrow(), for: query))
            #expect(failed.items.isEmpty)
            isDown.store(false, ordering: .relaxed)
            let rest = try await engine.report(query, from: SearchCursor(failed.next.orThrow(), for: query))
            #expect(first.items.count == 10 && rest.items.count == 10)
            #expect(isUnhurried == first.outcomes[0].isBrokenOff)
        }
    }

    @Test("a failed further page is noted next to the results received")
    func failedWithin() async throws {
        let report = try await SearchEngine([catalogue(30, failing: [10])]).report(Query("owl", limit: 30))
        #expect(report.items.count == 10)
        #expect(report.outcomes.map(\.result) == [.answered(10)])
        #expect(report.outcomes[0].notes == [.incomplete(Wording.Results.furtherPage("a bad moment"))])
        #expect(report.next != nil)
    }

    @Test("several pages of one search are counted together")
    func counted() async throws {
        let report = try await SearchEngine([catalogue(30)]).report(Query("owl", limit: 25))
        #expect(report.outcomes.map(\.result) == [.answered(30)])
        #expect(report.items.count == 25)
    }

    @Test("no cursor is offered after a failed first page or a permanent failure")
    func nothingToOffer() async throws {
        let failing = StubSource(.sample("wasps"), ending: .failed("no such host"))
        #expect(try await SearchEngine(sources: [failing]).report(query).next == nil)
        let denied = StubSource(.sample("wasps"), ending: .denied("wrong key"))
        let engine = SearchEngine(sources: [denied, try catalogue(5).source()])
        #expect(try await engine.report(query).next == nil)
    }

    @Test("a provider that fails three times in a row loses its place")
    func givenUp() async throws {
        let failing = StubSource(.sample("wasps"), ending: .failed("no such host"))
        let engine = SearchEngine(sources: [failing, try catalogue(5).source()])
        _ = try await engine.windows(of: query, limits: [10])
        #expect(failing.requests.count == 3)
    }

    @Test(
        "a provider that is held up continues later, while others continue",
        arguments: [
            Outcome.Result.throttled(until: nil, "too many requests"), .failed("a bad moment"),
            .denied("not now"), .drift("no list"),
        ])
    func comesBack(_ hindrance: Outcome.Result) async throws {
        let wasps = Catalogue(provider: "wasps", items: try Item.samples("wasps", 0..<20), pageSize: 10)
        let source = wasps.source()
        let failureCount = Atomic(0)
        let hindered = StubSource(source.info) { request, deadline in
            let isHindered =
                request.page?.cursor != nil && failureCount.add(1, ordering: .relaxed).oldValue < 5
            return isHindered
                ? SourceAnswer(outcome: Outcome("wasps", hindrance))
                : await source.answer(request, by: deadline)
        }
        let engine = SearchEngine(sources: [hindered, try catalogue(100).source()])
        let items = try await engine.windows(of: query, limits: [10]).flatMap(\.self)
        #expect(items.count == 120)
        #expect(Set(items.map(\.id)).count == 120)
    }

    @Test(
        "a page requested again is marked as a repeat, unless its answer was stale",
        arguments: [false, true])
    func repeated(isStale: Bool) async throws {
        let items = try Item.samples("ants", 0..<10)
        let source = StubSource(.sample("ants")) { _, _ in
            let origin = isStale ? Outcome.Origin.stale(.seconds(60), "no network") : .network
            return SourceAnswer(
                items: items, outcome: Outcome("ants", .answered(items.count), origin: origin))
        }
        let windows = try await SearchEngine(sources: [source]).windows(of: query, limits: [4])
        #expect(windows.flatMap(\.self) == items)
        #expect(source.requests.map { $0.page?.isRepeat } == [false, !isStale, !isStale])
    }

    @Test("a provider whose next cursor is its current page is at its end")
    func circle() async throws {
        let circling = StubSource(.sample("wasps")) { _, _ in
            SourceAnswer(next: "1", outcome: Outcome("wasps", .empty))
        }
        let report = try await SearchEngine(sources: [circling]).report(query)
        #expect(report.next == nil)
        #expect(circling.requests.count == 2)
    }

    @Test("an endless series of empty pages is given up")
    func endless() async throws {
        let endless = StubSource(.sample("wasps")) { request, _ in
            guard case .search(_, let page) = request else {
                return SourceAnswer(outcome: Outcome("wasps", .empty))
            }
            let number = page.cursor.flatMap { Int($0) } ?? 0
            return SourceAnswer(next: "\(number + 1)", outcome: Outcome("wasps", .empty))
        }
        let report = try await SearchEngine(sources: [endless]).report(query)
        #expect(endless.requests.count == 2)
        #expect(report.next == nil)
        #expect(
            report.outcomes.map(\.notes) == [
                [.incomplete(Wording.Results.emptyPages)]
            ])
    }

    @Test("a list ends with a note when the cursor has no more room")
    func remembered() async throws {
        let ants = Catalogue(provider: "ants", items: try Item.samples("ants", 0..<5000), pageSize: 500)
        let engine = SearchEngine([ants])
        var (cursor, count, last) = (SearchCursor?.none, 0, [Outcome.Note]())
        repeat {
            let query = try Query("owl", limit: 500)
            let report = try await engine.report(query, from: cursor)
            count += report.items.count
            last = report.outcomes[0].notes
            cursor = try report.next.map { try SearchCursor($0, for: query) }
        } while cursor != nil
        #expect((4000..<5000).contains(count))
        #expect(
            last == [.incomplete("there may be more results, but Forage does not follow a list any further")])
        let windows = try await engine.windows(of: query, limits: [90])
        #expect(windows.reduce(0) { $0 + $1.count } == count, "every fetched result is returned")
    }
}

extension SourceAnswer {
    /// An answer whose connection ended before any item arrived.
    fileprivate static var cutOff: SourceAnswer {
        var answer = SourceAnswer(outcome: Outcome("ants", .empty))
        answer.isCutOff = true
        return answer
    }
}
