import ForageConformance
import ForageCore
import ForageSearch
import Platform
import TestDoubles
import TestWording
import Testing

@Suite struct FilterTests {
    private let capable = Capabilities(
        filters: Set(Filter.Name.allCases), orders: [.relevance, .newest, .interesting])

    private func items() throws -> [Item] {
        [
            try .sample("ants", "wide") { $0.renditions = [file(800, 400)] },
            try .sample("ants", "high") { $0.renditions = [file(400, 800)] },
            try .sample("ants", "unmeasured"),
        ]
    }

    private func file(_ width: Int, _ height: Int) -> Rendition {
        Rendition(
            .original, at: WebURL("https://sample.example/\(width)") ?? "https://sample.example/",
            size: PixelSize(width: width, height: height))
    }

    private func report(
        _ items: [Item], _ filters: [Filter] = [], order: Order = .relevance,
        capabilities: Capabilities = Capabilities()
    ) async throws -> Report {
        let source = StubSource(.sample("ants", capabilities: capabilities), items: items)
        return try await SearchEngine(sources: [source]).report(
            Query("owl", filters: filters, order: order))
    }

    @Test("results that violate a filter are dropped, and unknown ones are left out and counted")
    func appliedHere() async throws {
        let report = try await report(items(), [.orientation(.landscape)])
        #expect(report.ids == ["ants:wide"])
        #expect(report.outcomes.map(\.notes) == [[.unstated(.orientation, 1)]])
        #expect(report.outcomes.map(\.result) == [.answered(1)])
        #expect(report.outcomes.map(\.filters) == [[.orientation: .applied]])
    }

    @Test(
        "a filter that no item can answer is reported and has no effect; a strict search skips the provider"
    )
    func impossible() async throws {
        let items = [try Item.sample("ants", "1"), try .sample("ants", "2")]
        let filters: [Filter] = [.publishedSince(Date(timeIntervalSince1970: 0)), .kinds([.photo])]
        let report = try await report(items, filters)
        #expect(report.ids == ["ants:1", "ants:2"])
        #expect(report.outcomes.map(\.notes) == [[.unsupported(.publishedSince)]])
        #expect(report.outcomes.map(\.filters) == [[.publishedSince: .impossible, .kind: .applied]])
        let source = StubSource(.sample("ants"), items: items)
        let strict = try await SearchEngine(sources: [source]).report(
            Query("owl", filters: filters, isStrict: true))
        #expect(strict.ids == [])
        #expect(strict.outcomes.map(\.result) == [.skipped(Wording.Results.leftOut("after:1970-01-01"))])
        #expect(strict.outcomes.map(\.filters) == [[.publishedSince: .impossible, .kind: .applied]])
    }

    @Test("a strict search by colour does not ask a provider without a colour filter")
    func colour() async throws {
        let source = StubSource(.sample("ants"), items: [try .sample("ants", "1")])
        let report = try await SearchEngine(sources: [source])
            .report(Query("owl", filters: [.hue(.teal)], isStrict: true))
        #expect(report.outcomes.map(\.result) == [.skipped(Wording.Results.leftOut("colour:teal"))])
        #expect(report.outcomes.map(\.filters) == [[.hue: .impossible]])
        #expect(source.requests.isEmpty)
    }

    @Test(
        "results for adults are shown only if any content is requested",
        arguments: [
            ([], ["ants:plain", "ants:clean"]),
            ([.content(.any)], ["ants:plain", "ants:clean", "ants:mature"]),
        ]
            as [([Filter], [String])])
    func content(filters: [Filter], shown: [String]) async throws {
        let report = try await report(
            [
                try .sample("ants", "plain"), try .sample("ants", "clean") { $0.isMature = false },
                try .sample("ants", "mature") { $0.isMature = true },
            ], filters)
        #expect(report.ids == shown)
        #expect(report.outcomes.map(\.notes) == [[]])
    }

    @Test("a merged result is for adults if one of its sources says so")
    func contentOfDuplicates() async throws {
        let page: WebURL = "https://owl.example/"
        let sources = [
            StubSource(.sample("ants"), items: [try .sample("ants", "1", page: page)]),
            StubSource(
                .sample("bees"), items: [try .sample("bees", "1", page: page) { $0.isMature = true }]),
        ]
        let report = try await SearchEngine(sources: sources).report(
            Query("owl", filters: [.content(.any)]))
        #expect(report.items.map(\.isMature) == [true])
    }

    @Test("a content filter that no item can answer is reported; a strict search skips the provider")
    func impossibleContent() async throws {
        let source = StubSource(.sample("ants"), items: [try .sample("ants", "1")])
        let query = try Query("owl", filters: [.content(.safe)], isStrict: true)
        let report = try await SearchEngine(sources: [source]).report(query)
        #expect(report.outcomes.map(\.result) == [.skipped(Wording.Results.leftOut("content:safe"))])
        let plain = try await SearchEngine(sources: [source]).report(Query("owl", isStrict: true))
        #expect(plain.ids == ["ants:1"])
    }

    @Test("an unknown licence never passes a filter, and the stricter of two licences counts")
    func licences() async throws {
        let page: WebURL = "https://owl.example/"
        let free = Licence(id: "cc0-1.0", name: "CC0"), strict = Licence(id: "cc-by-nc-4.0", name: "NC")
        let ants = StubSource(
            .sample("ants"),
            items: [
                try .sample("ants", "both", page: page) { $0.licence = free },
                try .sample("ants", "free") { $0.licence = free }, try .sample("ants", "unknown"),
            ])
        let bees = StubSource(
            .sample("bees"), items: [try .sample("bees", "both", page: page) { $0.licence = strict }])
        let engine = SearchEngine(sources: [ants, bees])
        let licence = LicenceFilter([.commercial])
        let report = try await engine.report(Query("owl", filters: [.licence(licence)]))
        #expect(report.ids == ["ants:free"])
        #expect(try report.outcome(of: "ants").notes == [.unstated(.licence, 1)])
        #expect(try report.outcome(of: "ants").result == .answered(1))
        #expect(try report.outcome(of: "bees").result == .empty)
        let all = try await engine.report(Query("owl"))
        let both = try #require(all.items.first { $0.sources.count == 2 })
        #expect(both.licence == .known(strict))
        #expect(both.licences == [strict, free])
        #expect(both.terms == strict.terms)
        var shown: [Item] = []
        for await case .items(_, let items) in engine.search(try Query("owl", filters: [.licence(licence)])) {
            shown += items
        }
        #expect(shown.allSatisfy { $0.licence == .known(free) })
    }

    @Test("filters that a service honours in searches are applied locally to its listings")
    func listing() async throws {
        let capable = Capabilities(browses: true, filters: [.orientation])
        let source = StubSource(.sample("ants", capabilities: capable), items: try items())
        let browse = Browse(filters: [.orientation(.landscape)])
        let report = try await SearchEngine(sources: [source]).report(Query(browsing: browse))
        #expect(report.ids == ["ants:wide"])
        #expect(report.outcomes.map(\.filters) == [[.orientation: .applied]])
    }

    @Test("cached results are filtered locally")
    func remembered() async throws {
        let items = try items()
        let source = StubSource(.sample("ants", capabilities: capable)) { _, _ in
            SourceAnswer(
                items: items, outcome: Outcome("ants", .answered(3), origin: .stale(.zero, "offline")),
                honoured: [])
        }
        let report = try await SearchEngine(sources: [source]).report(
            Query("owl", filters: [.orientation(.landscape)]))
        #expect(report.ids == ["ants:wide"])
    }

    @Test("a filter that the service honours is checked again, and trusted for items without the value")
    func appliedThere() async throws {
        let report = try await report(
            items(), [.orientation(.landscape)], capabilities: capable)
        #expect(report.ids == ["ants:wide", "ants:unmeasured"])
        #expect(report.outcomes.map(\.notes) == [[]])
    }

    @Test("a provider without any passing result is empty")
    func nothingPasses() async throws {
        let report = try await report([items()[1]], [.orientation(.landscape)])
        #expect(report.outcomes.map(\.result) == [.empty])
    }

    @Test("a provider without any of the requested kinds is not asked")
    func kinds() async throws {
        let episodes = StubSource(.sample("episodes", kinds: [.episode]), items: [])
        let photos = StubSource(.sample("ants", kinds: [.photo, .topic]), items: [])
        let report = try await SearchEngine(sources: [episodes, photos])
            .report(Query("owl", filters: [.kinds([.photo])]))
        guard case .skipped = try report.outcome(of: "episodes").result else {
            Issue.record("\(report.outcomes)")
            return
        }
        #expect(try report.outcome(of: "ants").result == .empty)
        #expect(episodes.requests.isEmpty)
        #expect(photos.requests.count == 1)
    }

    @Test("results are sorted newest first, and those without a date last")
    func newest() async throws {
        let dated = try [10, nil, 30, 20].map { (day: Int?) in
            try Item.sample("ants", day.map { "\($0)" } ?? "undated") {
                $0.publishedAt = day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }
            }
        }
        let report = try await report(dated, order: .newest, capabilities: capable)
        #expect(report.ids == ["ants:30", "ants:20", "ants:10", "ants:undated"])
        #expect(report.outcomes.map(\.notes) == [[.unsupportedOrder(.newest)]])
        let allDated = try await self.report([dated[0]], order: .newest, capabilities: capable)
        #expect(allDated.outcomes.map(\.notes) == [[]])
    }

    @Test("a sort order that the service does not support is noted", arguments: [Order.newest, .interesting])
    func orders(_ order: Order) async throws {
        let item = try Item.sample("ants", "1") { $0.publishedAt = Date(timeIntervalSince1970: 0) }
        let without = try await report([item], order: order)
        #expect(without.outcomes.map(\.notes) == [[.unsupportedOrder(order)]])
        let with = try await report([item], order: order, capabilities: capable)
        #expect(with.outcomes.map(\.notes) == [[]])
    }
}
