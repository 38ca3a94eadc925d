import ForageConformance
import ForageCore
import Platform
import TestDoubles
import Testing

@testable import ForageTransport

@Suite("A report that an answer is of no use")
struct ReportTests {
    private let store = MemoryStore()
    private let ledger = MemoryLedger()

    /// Whether anything is still kept once an answer was reported.
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

    @Test("drops it from the cache", arguments: [AnswerVerdict.unreadable, .doubtful, .refused])
    func dropped(verdict: AnswerVerdict) async throws {
        #expect(try await !isKept(verdict))
    }

    @Test("drops a refusal by status, unless it says for how long there is nothing")
    func statuses() async throws {
        #expect(try await !isKept(.refused, status: 404))
        #expect(try await isKept(.refused, status: 404, headers: ["Cache-Control": "max-age=60"]))
        #expect(try await isKept(.refused, status: 410, headers: ["Expires": "0"]))
        for status in [401, 403, 500, 503] {
            #expect(try await !isKept(.refused, status: status, headers: ["Cache-Control": "max-age=60"]))
        }
    }

    @Test("leaves an earlier answer alone that was not replaced", arguments: [401, 404, 500, 503])
    func earlier(status: Int) async throws {
        #expect(try await isKept(.refused, status: status, keptWith: 200))
    }

    /// What the ledger says of the last request once an answer was reported.
    private func last(_ verdict: AnswerVerdict, from origin: Outcome.Origin) async
        -> ProviderState.LastRequest?
    {
        let pipeline = RequestPipeline(nil, limiter: RateLimiter(ledger: ledger))
        await pipeline.report(verdict, on: [Fetched(Response(body: []), origin: origin)], for: .sample())
        return await ledger.states()["sample"]?.last
    }

    @Test("counts one that cannot be read as no success, unless the service was not asked")
    func ledger() async throws {
        #expect(await last(.unreadable, from: .cached(.seconds(1))) == nil)
        #expect(await last(.refused, from: .network) == nil)
        let last = try #require(await last(.unreadable, from: .network))
        #expect(last.words == "its answer could not be read" && !last.isAnswer)
    }

    @Test("of an answer that the service gave drops what the pipeline keeps of it")
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
