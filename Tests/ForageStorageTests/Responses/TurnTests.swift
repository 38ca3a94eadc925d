import ForageConformance
import ForageCore
import Platform
import TestDoubles
import Testing

@testable import ForageStorage
@testable import ForageTransport

/// Two stores of one folder behave like two processes.
@Suite("Processes with the same request", .timeLimit(.minutes(1)))
struct TurnTests {
    private let place: StorePlace
    private let (one, other): (DiskStore, DiskStore)

    init() throws {
        place = try StorePlace()
        (one, other) = (place.store(), place.store())
    }

    private func cache(
        _ store: DiskStore, before service: any Fetcher, _ use: CacheUse = .usual()
    ) -> RequestPipeline {
        RequestPipeline(service, cache: HTTPCache(store, leases: store, use: use))
    }

    /// A service that waits for its gate.
    private func service(_ gate: Gate, _ headers: Headers = ["Cache-Control": "max-age=60"])
        -> StubFetcher
    {
        StubFetcher { _ throws(FetchError) in
            await gate.pass()
            return Fetched(Response(status: 200, headers: headers, body: [1]), origin: .network)
        }
    }

    private func untilLeased() async throws {
        let key = CacheKey.sample
        while await one.state(of: key) != .held { await Task.yield() }
    }

    @Test("one process sends the request, and the others use the stored response")
    func once() async throws {
        let gate = Gate()
        let service = service(gate)
        async let first = cache(one, before: service).get()
        try await untilLeased()
        async let second = cache(other, before: service).get()
        gate.open()
        #expect(try await first.origin == .network)
        guard case .cached = try await second.origin else {
            Issue.record("the second asked too")
            return
        }
        #expect(service.endpoints.count == 1)
        #expect(await one.state(of: CacheKey.sample) == .free)
    }

    @Test("the others send their own request if the response was not stored")
    func unusable() async throws {
        let gate = Gate()
        let service = service(gate, ["Cache-Control": "no-store"])
        async let first = cache(one, before: service).get()
        try await untilLeased()
        async let second = cache(other, before: service).get()
        gate.open()
        _ = try await (first, second)
        #expect(service.endpoints.count == 2)
    }

    @Test("the others send their own request if the first fails or is cancelled")
    func failed() async throws {
        let gate = Gate()
        let dead = StubFetcher { _ throws(FetchError) in
            await gate.pass()
            throw .unreachable("connection refused")
        }
        let cache = cache(one, before: dead)
        let first = Task { try await cache.get() }
        try await untilLeased()
        first.cancel()
        gate.open()
        await #expect(throws: FetchError.self) { try await first.value }
        let living = StubFetcher(Response(status: 200, headers: [:], body: [1]))
        #expect(try await self.cache(other, before: living).get().origin == .network)
    }

    @Test("the others wait as long as their own request may take, and then send none")
    func late() async throws {
        #expect(await one.lease(CacheKey.sample, for: .seconds(60)))
        let service = StubFetcher(Response(status: 200, headers: [:], body: [1]))
        await #expect(throws: FetchError.timedOut("api.example.org did not answer in time")) {
            try await cache(other, before: service).fetch(
                .sample, for: .sample, by: .now + .milliseconds(50))
        }
        #expect(service.endpoints.isEmpty)
    }

    @Test("a stale response returned to both is revalidated once")
    func confirmed() async throws {
        let headers: Headers = [
            "Cache-Control": "max-age=0, stale-while-revalidate=600", "ETag": "\"a\"",
        ]
        let gate = Gate()
        _ = try await cache(one, before: StubFetcher(Response(status: 200, headers: headers, body: [1])))
            .get()
        let service = service(gate, headers)
        let caches = [cache(one, before: service), cache(other, before: service)]
        _ = try await caches[0].get()
        // If the second process were first, it would wait for the gate itself.
        try await untilLeased()
        _ = try await caches[1].get()
        async let end: Void = caches[1].finish()
        await end
        gate.open()
        await caches[0].finish()
        #expect(service.endpoints.count == 1)
    }

    @Test("a process does not wait for an expired lease")
    func dead() async throws {
        let key = CacheKey.sample
        #expect(await one.lease(key, for: .milliseconds(1)))
        let service = StubFetcher(Response(status: 200, headers: [:], body: [1]))
        #expect(try await cache(other, before: service).get().origin == .network)
        #expect(service.endpoints.count == 1)
    }

    @Test(
        "a process does not wait if another's response would not do",
        arguments: [
            (CacheUse.refresh, Endpoint.sample), (.usual(), Endpoint.sample(.head)),
            (.usual(), Endpoint.sample(.post)),
            (.usual(), Endpoint.sample.header("Cache-Control", .text("no-store"))),
            (.usual(), Endpoint.sample.header("If-None-Match", .text("\"a\""))),
        ])
    func alone(use: CacheUse, endpoint: Endpoint) async throws {
        let key = CacheKey.sample
        #expect(await one.lease(key, for: .seconds(60)))
        let service = StubFetcher(Response(status: 200, headers: [:], body: [1]))
        let cache = cache(other, before: service, use)
        _ = try await cache.fetch(endpoint, for: .sample, by: .now + .seconds(600))
        #expect(service.endpoints.count == 1)
        #expect(await one.state(of: key) == .held)
    }
}
