import ForageConformance
import ForageCore
import ForageSearch
import Platform
import TestDoubles
import Testing

@Suite("Answers that call themselves good and are of no use")
struct UselessAnswerTests {
    private let key = CacheKey(stored: "https://api.sample.example/search")
    private let store = MemoryStore()

    /// Whether an answer, or one that was kept before, is still kept once it was read.
    private func isKept(
        _ provider: StubProvider, status: Int = 200, keptWith kept: Int? = nil, headers: Headers = [:]
    ) async throws -> Bool {
        let stored = StoredResponse(
            key: key, provider: "sample", status: kept ?? status, headers: [:], requested: .distantPast,
            received: .distantPast, byteCount: 0)
        await store.store(stored, body: [])
        var fetched = Fetched(
            Response(status: status, headers: headers, body: []), origin: .network)
        fetched.key = key
        let source = PureSource(
            provider: provider, fetcher: StubFetcher { [fetched] _ in fetched }, answers: store)
        _ = await source.answer(
            .search(try Query("owl"), PageRequest(size: 30)), by: .now + .seconds(10))
        return !(await store.responses(for: key).isEmpty)
    }

    @Test(
        "are dropped where they cannot be read",
        arguments: [
            ProviderError.unreadable("this is HTML"), .drift([Drift(path: "/results", count: 1, total: 1)]),
        ])
    func unreadable(fault: ProviderError) async throws {
        #expect(try await !isKept(StubProvider { _, _ throws(ProviderError) in throw fault }))
    }

    @Test("are dropped where they are damaged, or nothing in them is as it was")
    func doubtful() async throws {
        let drift = [Drift(path: "/results/*/id", count: 3, total: 3)]
        for page in [
            Page(drafts: [.sample("1")], damage: "a byte is bad"), Page(drafts: [], drift: drift),
        ] { #expect(try await !isKept(StubProvider(page: page))) }
    }

    @Test("are dropped where they refuse")
    func refusals() async throws {
        var provider = StubProvider(page: Page(drafts: [.sample("1")]))
        provider.refusal = { _ in .failed("the service says that it failed") }
        #expect(try await !isKept(provider))
    }

    @Test("are dropped where they refuse by their status, unless they say for how long there is nothing")
    func statuses() async throws {
        let provider = StubProvider(page: Page(drafts: []))
        #expect(try await !isKept(provider, status: 404))
        #expect(try await isKept(provider, status: 404, headers: ["Cache-Control": "max-age=60"]))
        #expect(try await isKept(provider, status: 410, headers: ["Expires": "0"]))
        for status in [401, 403, 500, 503] {
            #expect(try await !isKept(provider, status: status, headers: ["Cache-Control": "max-age=60"]))
        }
    }

    @Test("leave an earlier one alone, in whose place they were not kept")
    func earlier() async throws {
        for status in [401, 404, 500, 503] {
            #expect(try await isKept(StubProvider(page: Page(drafts: [])), status: status, keptWith: 200))
        }
    }

    /// What a ledger heard last of an answer that cannot be read.
    private func heard(of origin: Outcome.Origin) async throws -> ProviderStanding.LastRequest? {
        let ledger = MemoryLedger()
        let source = PureSource(
            provider: StubProvider { _, _ throws(ProviderError) in throw .unreadable("this is HTML") },
            fetcher: StubFetcher { _ in Fetched(Response(body: []), origin: origin) }, ledger: ledger)
        _ = await source.answer(
            .search(try Query("owl"), PageRequest(size: 30)), by: .now + .seconds(10))
        return await ledger.standings()["sample"]?.last
    }

    @Test("are no success to whoever counts requests, unless the service was not asked")
    func ledger() async throws {
        let last = try #require(try await heard(of: .network))
        #expect(last.words == "its answer could not be read" && !last.isAnswer)
        #expect(try await heard(of: .cached(.seconds(1))) == nil)
    }

    @Test("are none where something can be read, or nothing was found")
    func good() async throws {
        let drift = [Drift(path: "/results/*/id", count: 1, total: 3)]
        for page in [Page(drafts: [.sample("1")], drift: drift), Page(drafts: [])] {
            #expect(try await isKept(StubProvider(page: page)))
        }
    }
}
