import Essentials
import ForageCore
import ForageSearch
import ForageTesting
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

    @Test("what violates a filter is dropped; what does not say is kept and noted")
    func appliedHere() async throws {
        let report = try await report(items(), [.orientation(.landscape)])
        #expect(report.ids == ["ants:wide", "ants:unmeasured"])
        #expect(report.outcomes.map(\.notes) == [[.unsupported(.orientation)]])
        #expect(report.outcomes.map(\.result) == [.answered(2)])
    }

    @Test("a filter of the service's own is checked too, and trusted where an item does not say")
    func appliedThere() async throws {
        let report = try await report(
            items(), [.orientation(.landscape)], capabilities: capable)
        #expect(report.ids == ["ants:wide", "ants:unmeasured"])
        #expect(report.outcomes.map(\.notes) == [[]])
    }

    @Test("a provider of which nothing passes is empty")
    func nothingPasses() async throws {
        let report = try await report([items()[1]], [.orientation(.landscape)])
        #expect(report.outcomes.map(\.result) == [.empty])
    }

    @Test("a provider that brings none of the kinds wanted is skipped and not asked")
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

    @Test("newest first, and what has no date last")
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

    @Test("an order that the service cannot give is noted", arguments: [Order.newest, .interesting])
    func orders(_ order: Order) async throws {
        let item = try Item.sample("ants", "1") { $0.publishedAt = Date(timeIntervalSince1970: 0) }
        let without = try await report([item], order: order)
        #expect(without.outcomes.map(\.notes) == [[.unsupportedOrder(order)]])
        let with = try await report([item], order: order, capabilities: capable)
        #expect(with.outcomes.map(\.notes) == [[]])
    }
}
