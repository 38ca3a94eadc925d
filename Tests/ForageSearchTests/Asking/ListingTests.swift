import ForageConformance
import ForageCore
import ForageSearch
import Testing

@Suite struct ListingTests {
    private static let info = ProviderInfo.sample(
        "sample",
        capabilities: Capabilities(searches: false, browses: true, details: .listing, pages: true))

    /// A provider that can only list: three pages of two items.
    private let provider = StubProvider(info: info) { _, request throws(ProviderError) in
        guard case .browse(_, let page) = request else { throw .unreadable("not a listing") }
        let titles = [
            "Café in Ångström", "Networking", "Swift Package", "Unit Tests", "Swift Regex", "Views",
        ]
        let start = page.cursor.flatMap { Int($0) } ?? 0
        let drafts = (start..<start + 2).map { Draft.sample("\($0)", title: titles[$0]) }
        return .page(Page(drafts: drafts, next: start < 4 ? "\(start + 2)" : nil))
    }
    private let fetcher = StubFetcher(Response(body: []))
    private var source: PureSource { PureSource(provider: provider, fetcher: fetcher) }

    private func search(_ text: String, _ cursor: String? = nil) async throws -> SourceAnswer {
        await source.answer(
            .search(try Query(text), PageRequest(size: 30, cursor: cursor)), by: .now + .seconds(10))
    }

    @Test(
        "a provider that cannot search is listed, and each query word must begin a word of the item",
        arguments: [
            ("cafe", ["0"]), ("CAFÉ angstrom", ["0"]), ("cafe\u{301}", ["0"]), ("afe", []), ("net", ["1"]),
            ("cafe views", []), ("?!", []),
        ])
    func words(_ text: String, _ expected: [String]) async throws {
        let answer = try await search(text)
        #expect(answer.items.map(\.id.local) == expected)
        #expect(answer.outcome.result == (expected.isEmpty ? .empty : .answered(expected.count)))
        #expect(answer.next == "2")
    }

    @Test("query words match tags, collection, summary and creator")
    func fields() {
        var draft = Draft.sample("1")
        draft.tags = ["owls", "night"]
        draft.collection = "Birds of prey"
        draft.summary = "Seen by the river"
        draft.creator = Creator(name: "Jørgen")
        #expect(QueryWords("owl prey river jorgen").match(draft))
        #expect(!QueryWords("owl mouse").match(draft))
    }

    @Test("a listing without usable items is drift, one without matching items is empty")
    func drift() async throws {
        let untitled = StubProvider(info: Self.info) { _, _ in
            .page(Page(drafts: [.sample("1", title: " "), .sample("", title: "Owl")]))
        }
        let answer = await PureSource(provider: untitled, fetcher: fetcher)
            .answer(.search(try Query("swift"), PageRequest(size: 30)), by: .now + .seconds(10))
        guard case .drift = answer.outcome.result else {
            Issue.record("it is \(answer.outcome.result)")
            return
        }
        #expect(try await search("nothing").outcome.result == .empty)
    }

    @Test("a listing continues at its cursor")
    func cursor() async throws {
        #expect(try await search("swift", "2").items.map(\.id.local) == ["2"])
        #expect(try await search("swift", "4").next == nil)
    }

    @Test("an item is found on any page of the listing", arguments: [("0", 1), ("5", 3)])
    func details(_ local: String, _ requestCount: Int) async throws {
        let id = ItemID(provider: "sample", local: local)
        let answer = await source.answer(.details(id), by: .now + .seconds(10))
        #expect(answer.items.map(\.id) == [id])
        #expect(answer.outcome.result == .answered(1))
        #expect(fetcher.endpoints.count == requestCount)
    }

    @Test("an item that is not in the listing is empty")
    func missing() async throws {
        let id = ItemID(provider: "sample", local: "99")
        let answer = await source.answer(.details(id), by: .now + .seconds(10))
        #expect(answer.outcome.result == .empty)
    }

    @Test("an endless listing is not read to the end")
    func endless() async throws {
        let endless = StubProvider(info: Self.info) { _, _ in
            .page(Page(drafts: [.sample("1")], next: "again"))
        }
        let id = ItemID(provider: "sample", local: "2")
        let answer = await PureSource(provider: endless, fetcher: fetcher)
            .answer(.details(id), by: .now + .seconds(10))
        #expect(answer.outcome.result == .empty)
        #expect(fetcher.endpoints.count == 10)
    }
}
