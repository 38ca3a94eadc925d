import ForageConformance
import ForageCore
import Platform
import Synchronization
import TestDoubles
import TestWording
import Testing

@testable import ForageTransport

@Suite("The HTTP cache")
struct HTTPCacheTests {
    private let clock = ManualClock(noon)
    private let store = MemoryStore()

    private func cache(
        _ use: CacheUse = .usual(), policy: CachePolicy = .httpAlone, before inner: any Fetcher
    ) -> RequestPipeline {
        let clock = clock
        return RequestPipeline(inner, cache: HTTPCache(store, use: use, policy: policy, clock: { clock.now }))
    }

    private func service(_ headers: Headers, _ body: String = "0123456789", status: Int = 200)
        -> StubFetcher
    {
        StubFetcher(Response(status: status, headers: headers, body: Array(body.utf8)))
    }

    private let dead = StubFetcher { _ throws(FetchError) in throw .unreachable("connection refused") }

    @Test("a fresh response is reused without a request, with its age")
    func fresh() async throws {
        let service = service(["Cache-Control": "max-age=60", "Age": "5"])
        let cache = cache(before: service)
        let first = try await cache.get()
        clock.advance(by: 20)
        let second = try await cache.get()
        #expect(service.endpoints.count == 1)
        #expect(first.origin == .network)
        #expect(second.origin == .cached(.seconds(25)))
        #expect(second.response.headers["Age"] == "25")
        #expect(second.response.body == first.response.body)
        #expect(second.response.url == "https://api.example.org/birds?q=owl")
    }

    @Test("fields listed in no-cache are not reused without revalidation")
    func unconfirmedFields() async throws {
        let service = service([
            "Cache-Control": "max-age=60, no-cache=\"a, B\"", "A": "1", "b": "2", "c": "3",
        ])
        let cache = cache(before: service)
        _ = try await cache.get()
        let second = try await cache.get().response
        #expect(second.headers["A"] == nil)
        #expect(second.headers["B"] == nil)
        #expect(second.headers["C"] == "3")
    }

    @Test("a revalidated response has its new headers and its old body")
    func confirmed() async throws {
        let service = StubFetcher { endpoint throws(FetchError) in
            let isConditional = endpoint.headers.contains { $0.name == "If-None-Match" }
            let headers: Headers = [
                "Cache-Control": "max-age=10", "ETag": "\"a\"", "N": isConditional ? "2" : "1",
            ]
            let body = isConditional ? [] : Array("abc".utf8)
            let response = Response(status: isConditional ? 304 : 200, headers: headers, body: body)
            return Fetched(response, origin: .network)
        }
        let cache = cache(before: service)
        _ = try await cache.get()
        clock.advance(by: 11)
        let second = try await cache.get()
        #expect(second.response.status == 200)
        #expect(second.response.headers["N"] == "2")
        #expect(second.response.body == Array("abc".utf8))
        #expect(second.origin == .network)
        clock.advance(by: 5)
        #expect(try await cache.get().origin == .cached(.seconds(5)))
        #expect(service.endpoints.count == 2)
    }

    @Test(
        "the Vary of a revalidation replaces the stored one",
        arguments: [
            (nil, "A", ("1", true), ("2", false)), ("B", "A", ("1", true), ("2", false)),
            (nil, "*", ("1", false), ("2", false)), ("A", "A, C", ("1", true), ("2", false)),
            (nil, "X-Api-Key, A", ("1", false), ("2", false)),
        ] as [(String?, String, (String, Bool), (String, Bool))])
    func confirmedVariant(
        before: String?, now: String, one: (String, Bool), other: (String, Bool)
    ) async throws {
        var headers: Headers = ["Cache-Control": "max-age=1", "ETag": "\"a\""]
        if let before { headers.append("Vary", before) }
        let keyed = Endpoint.sample.header("X-Api-Key", .text("canary"))
        let asked = keyed.header("A", .text("1"))
        _ = try await cache(before: service(headers)).get(asked)
        clock.advance(by: 5)
        let confirming = service(
            ["Cache-Control": "max-age=60", "ETag": "\"a\"", "Vary": now], "", status: 304)
        #expect(try await cache(before: confirming).get(asked).response.body.count == 10)
        for (value, isAnswered) in [one, other] {
            let again = try? await cache(before: dead).get(keyed.header("A", .text(value)))
            #expect((again?.response.body.count == 10) == isAnswered)
        }
    }

    @Test("if a HEAD response makes variants collide, the newest stays")
    func moved() async throws {
        let asked = Endpoint.sample.header("A", .text("1"))
        _ = try await cache(before: service(["Cache-Control": "max-age=1"], "old")).get()
        clock.advance(by: 5)
        _ = try await cache(before: service(["Cache-Control": "max-age=1", "Vary": "A"], "new")).get(asked)
        #expect(store.all.count == 2)
        clock.advance(by: 5)
        let head = service(["Cache-Control": "max-age=60", "Vary": "B"], "")
        _ = try await cache(before: head).get(asked.method(.head))
        #expect(store.all.count == 1)
        #expect(try await cache(before: dead).get(asked).response.body == Array("new".utf8))
    }

    @Test("a response that turns out to be no-store is used once more and dropped")
    func confirmedOnce() async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=1", "ETag": "\"a\""])).get()
        clock.advance(by: 5)
        let confirming = service(["Cache-Control": "no-store", "ETag": "\"a\""], "", status: 304)
        #expect(try await cache(before: confirming).get().response.body.count == 10)
        #expect(store.all.isEmpty)
    }

    @Test("a revalidation by your own condition also renews the stored response")
    func ownConfirmation() async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=10", "ETag": "\"a\""])).get()
        clock.advance(by: 20)
        let confirming = service(["Cache-Control": "max-age=60", "ETag": "\"a\""], "", status: 304)
        let asked = Endpoint.sample.header("If-None-Match", "\"a\"")
        #expect(try await cache(before: confirming).get(asked).response.status == 304)
        #expect(try await cache(before: dead).get().origin == .cached(.zero))
        let again = try await cache(before: dead).get(asked).response
        #expect(again.status == 304)
        #expect(again.body.isEmpty)
    }

    @Test("HEAD is answered from a stored response, without its body")
    func headOfStored() async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=60", "A": "1"])).get()
        let answer = try await cache(before: dead).get(Endpoint.sample.method(.head)).response
        #expect(answer.body.isEmpty)
        #expect(answer.headers["A"] == "1")
    }

    @Test("a POST response that names the page as its location answers a GET")
    func post() async throws {
        let service = service(["Cache-Control": "max-age=60", "Content-Location": "/birds?q=owl"])
        _ = try await cache(before: service).get(Endpoint.sample.method(.post))
        #expect(try await cache(before: dead).get().response.body.count == 10)
    }

    @Test("the cache is traced step by step, with each rule and its source")
    func trace() async throws {
        let steps = Steps()
        let trace = FetchTrace { stage, sentence in steps.add("\(stage.rawValue): \(sentence)") }
        try await FetchTrace.$current.withValue(trace) {
            let cache = cache(before: service(["Cache-Control": "max-age=60"]))
            for _ in 1...2 { _ = try await cache.get() }
        }
        #expect(
            steps.all == [
                "cache: requested: nothing is stored (RFC 9111, 4)",
                "cache: stored: its header allows storing it (RFC 9111, 3)",
                "cache: \(Wording.Results.cached): fresh for 60 s by max-age (RFC 9111, 5.2.2.1)",
            ])
    }

    @Test("a revalidation of another response leads to a plain request")
    func otherConfirmed() async throws {
        let service = StubFetcher { endpoint throws(FetchError) in
            let isConditional = endpoint.headers.contains { $0.name == "If-None-Match" }
            let response =
                isConditional
                ? Response(status: 304, headers: ["ETag": "\"b\""], body: [])
                : Response(headers: ["Cache-Control": "max-age=1", "ETag": "\"a\""], body: [1])
            return Fetched(response, origin: .network)
        }
        let cache = cache(before: service)
        _ = try await cache.get()
        clock.advance(by: 11)
        #expect(try await cache.get().response.status == 200)
        #expect(service.endpoints.count == 3)
    }

    @Test("a stale response is returned at once and revalidated in the background, once")
    func revalidation() async throws {
        let service = service(["Cache-Control": "max-age=10, stale-while-revalidate=60"])
        let cache = cache(before: service)
        _ = try await cache.get()
        clock.advance(by: 20)
        let stale = try await cache.get()
        guard case .stale(.seconds(20), _) = stale.origin else {
            Issue.record("\(stale.origin)")
            return
        }
        await cache.finish()
        #expect(service.endpoints.count == 2)
        #expect(try await cache.get().origin == .cached(.zero))
    }

    @Test("if the service is unreachable, a stale response is returned with the reason")
    func disconnected() async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=10"])).get()
        clock.advance(by: 20)
        let answer = try await cache(before: dead).get()
        #expect(answer.origin == .stale(.seconds(20), "connection refused"))
        #expect(answer.response.body.count == 10)
    }

    @Test("if the response forbids stale use, the failure is reported")
    func mustRevalidate() async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=10, must-revalidate"])).get()
        clock.advance(by: 20)
        await #expect(throws: FetchError.unreachable("connection refused")) {
            try await cache(before: dead).get()
        }
    }

    @Test(
        "if the service refuses temporarily, a stale response is returned",
        arguments: [(429, true), (500, true), (503, true), (404, false), (403, false)])
    func refused(status: Int, isOld: Bool) async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=10"])).get()
        clock.advance(by: 20)
        let answer = try await cache(before: service([:], status: status)).get()
        #expect((answer.response.status == 200) == isOld)
    }

    @Test(
        "a failure caused by the request itself is not hidden",
        arguments: [FetchError.notAllowed("no"), .missingKey("k"), .cancelled])
    func ownFault(failure: FetchError) async throws {
        _ = try await cache(before: service(["Cache-Control": "max-age=10"])).get()
        clock.advance(by: 20)
        let inner = StubFetcher { _ throws(FetchError) in throw failure }
        await #expect(throws: failure) { try await cache(before: inner).get() }
    }

    @Test("offline mode sends no request, whatever is stored")
    func offline() async throws {
        await #expect(throws: FetchError.self) { try await cache(.offline, before: dead).get() }
        _ = try await cache(before: service(["Cache-Control": "max-age=10, must-revalidate"])).get()
        clock.advance(by: 86_400)
        guard case .stale = try await cache(.offline, before: dead).get().origin else {
            Issue.record("not stale")
            return
        }
        #expect(dead.endpoints.isEmpty)
    }

    @Test("a refresh always sends a request, and stores the response")
    func refresh() async throws {
        let service = service(["Cache-Control": "max-age=60"])
        _ = try await cache(before: service).get()
        #expect(try await cache(.refresh, before: service).get().origin == .network)
        #expect(service.endpoints.count == 2)
        await #expect(throws: FetchError.self) { try await cache(.refresh, before: dead).get() }
    }

    @Test("only-if-cached is answered with 504 if nothing is stored")
    func onlyIfCached() async throws {
        let answer = try await cache(before: dead).get(
            Endpoint.sample.header("Cache-Control", "only-if-cached"))
        #expect(answer.response.status == 504)
        #expect(dead.endpoints.isEmpty)
    }

    @Test("local files are not cached")
    func files() async throws {
        let inner = StubFetcher { _ in Fetched(Response(body: [1]), origin: .file) }
        let endpoint = Endpoint.file(FileSetting(path: "birds.json"))
        #expect(try await cache(before: inner).get(endpoint).origin == .file)
        #expect(store.all.isEmpty)
    }

    @Test("an unsafe request drops the responses it invalidates")
    func invalidation() async throws {
        let cache = cache(before: service(["Cache-Control": "max-age=60"]))
        _ = try await cache.get()
        _ = try await cache.get(Endpoint.sample.method(.post))
        #expect(store.all.isEmpty)
    }

    @Test("HEAD renews matching responses and drops others")
    func head() async throws {
        func ask(_ headers: Headers, _ status: Int = 200) async throws {
            let head = StubFetcher(Response(status: status, headers: headers, body: []))
            _ = try await cache(before: head).get(Endpoint.sample.method(.head))
        }
        let whole = service(["Cache-Control": "max-age=10"])
        _ = try await cache(before: whole).get()
        clock.advance(by: 20)
        try await ask(["Cache-Control": "max-age=100"])
        #expect(try await cache(before: dead).get().origin == .cached(.zero))
        clock.advance(by: 200)
        try await ask(["Content-Length": "11"])
        #expect(store.all.isEmpty)
        _ = try await cache(before: whole).get()
        clock.advance(by: 20)
        try await ask([:], 410)
        #expect(store.all.isEmpty)
    }

    @Test("a lifetime set for a provider applies to that provider")
    func personalAges() async throws {
        let service = service(["Cache-Control": "private, must-revalidate, max-age=0"])
        let ages: [ProviderID: Duration] = ["sample": .seconds(3600)]
        func cache(_ ages: [ProviderID: Duration]) -> RequestPipeline {
            RequestPipeline(service, cache: HTTPCache(store, personalAges: ages) { [clock] in clock.now })
        }
        _ = try await cache(ages).get()
        clock.advance(by: 60)
        #expect(try await cache(ages).get().origin == .cached(.seconds(60)))
        #expect(try await cache(["other": .seconds(3600)]).get().origin == .network)
    }

    @Test("a response that the terms no longer allow is dropped from the store")
    func terms() async throws {
        let info = ProviderInfo.sample(CachingTerms(greatestAge: .seconds(60)))
        let cache = cache(policy: CachePolicy(), before: service(["Cache-Control": "max-age=600"]))
        _ = try await cache.get(for: info)
        clock.advance(by: 61)
        let offline = self.cache(.offline, policy: CachePolicy(), before: dead)
        await #expect(throws: FetchError.self) { try await offline.get(for: info) }
        #expect(store.all.isEmpty)
    }

    @Test("a response whose bytes are lost is requested again")
    func lostBytes() async throws {
        let service = service(["Cache-Control": "max-age=60"])
        _ = try await RequestPipeline(service, cache: HTTPCache(ForgetfulStore(store), clock: { noon })).get()
        let second = try await RequestPipeline(
            service, cache: HTTPCache(ForgetfulStore(store), clock: { noon })
        ).get()
        #expect(second.origin == .network)
        #expect(service.endpoints.count == 2)
    }

    @Test("the decision of the cache can be explained without a request")
    func reasons() async throws {
        let cache = cache(before: service(["Cache-Control": "max-age=60"]))
        _ = try await cache.get()
        let decision = await cache.decision(on: .sample, for: .sample())?.decision
        #expect(decision?.rules.map(\.description) == ["fresh for 60 s by max-age (RFC 9111, 5.2.2.1)"])
        #expect(await cache.decision(on: .file(FileSetting(path: "a")), for: .sample()) == nil)
    }
}

/// Records the traced sentences.
private final class Steps: Sendable {
    private let steps = Mutex<[String]>([])
    var all: [String] { steps.withLock(\.self) }
    func add(_ step: String) { steps.withLock { $0.append(step) } }
}

/// A store that has the rows but not the bytes.
private struct ForgetfulStore: ResponseStore {
    let store: MemoryStore
    init(_ store: MemoryStore) { self.store = store }
    func responses(for key: CacheKey) async -> [StoredResponse] { await store.responses(for: key) }
    func body(of response: StoredResponse) async -> [UInt8]? { nil }
    func store(_ response: StoredResponse, body: [UInt8]) async { await store.store(response, body: body) }
    func update(_ response: StoredResponse) async { await store.update(response) }
    func removeResponses(for key: CacheKey) async { await store.removeResponses(for: key) }
}

extension RequestPipeline {
    func get(
        _ endpoint: Endpoint = .sample, for provider: ProviderInfo = .sample()
    ) async throws(FetchError) -> Fetched {
        try await fetch(endpoint, for: provider, by: .now.advanced(by: .seconds(10)))
    }
}
