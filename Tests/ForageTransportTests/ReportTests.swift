import ForageConformance
import ForageCore
import Platform
import TestDoubles
import TestWording
import Testing

@testable import ForageTransport

@Suite("Reporting a useless answer")
struct ReportTests {
    private let store = MemoryStore()
    private let ledger = MemoryLedger()

    /// Whether anything is still stored after an answer was reported.
    private func isKept(
        _ verdict: AnswerVerdict, status: Int = 200, keptWith kept: Int? = nil, headers: Headers = [:]
    ) async throws -> Bool {
        let key = try CacheRequest.sample().key
        let stored = StoredResponse(
            key: key, provider: "sample", status: kept ?? status, headers: [:], requested: .distantPast,
            received: .distantPast, byteCount: 0)
        await store.store(stored, body: [])
        var fetched = Fetched(Response(status: status, headers: headers, body: []), origin: .network)
        fetched.key = key
        let pipeline = RequestPipeline(nil, cache: HTTPCache(store))
        await pipeline.report(verdict, on: [fetched], for: .sample())
        return !(await store.responses(for: key).isEmpty)
    }

    @Test(
        "a report drops the answer from the cache",
        arguments: [AnswerVerdict.unreadable, .doubtful, .refused])
    func dropped(verdict: AnswerVerdict) async throws {
        #expect(try await !isKept(verdict))
    }

    @Test("a refusal by status is dropped, unless it says how long it is valid")
    func statuses() async throws {
        #expect(try await !isKept(.refused, status: 404))
        #expect(try await isKept(.refused, status: 404, headers: ["Cache-Control": "max-age=60"]))
        #expect(try await isKept(.refused, status: 410, headers: ["Expires": "0"]))
        for status in [401, 403, 500, 503] {
            #expect(try await !isKept(.refused, status: status, headers: ["Cache-Control": "max-age=60"]))
        }
    }

    @Test("an earlier answer that was not replaced stays", arguments: [401, 404, 500, 503])
    func earlier(status: Int) async throws {
        #expect(try await isKept(.refused, status: status, keptWith: 200))
    }

    /// The ledger's entry for the last request after an answer was reported.
    private func last(_ verdict: AnswerVerdict, from origin: Outcome.Origin) async
        -> ProviderState.LastRequest?
    {
        let pipeline = RequestPipeline(nil, limiter: RateLimiter(ledger: ledger))
        await pipeline.report(verdict, on: [Fetched(Response(body: []), origin: origin)], for: .sample())
        return await ledger.states()["sample"]?.last
    }

    @Test("an unreadable answer does not count as a success, if it was from the network")
    func ledger() async throws {
        #expect(await last(.unreadable, from: .cached(.seconds(1))) == nil)
        #expect(await last(.refused, from: .network) == nil)
        let last = try #require(await last(.unreadable, from: .network))
        #expect(last.words == Wording.Services.unreadableAnswer && !last.isAnswer)
    }

    @Test("a report drops the answer from the pipeline's cache")
    func whole() async throws {
        let service = StubFetcher(
            Response(status: 200, headers: ["Cache-Control": "max-age=60"], body: Array("<html>".utf8)))
        let pipeline = RequestPipeline(service, cache: HTTPCache(store))
        for _ in 0..<2 {
            let fetched = try await pipeline.get()
            #expect(fetched.origin == .network)
            await pipeline.report(.unreadable, on: [fetched], for: .sample())
        }
        #expect(service.endpoints.count == 2)
    }
}
