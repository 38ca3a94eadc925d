import ForageConformance
import ForageCore
import Platform
import TestDoubles
import Testing

@testable import ForageTransport

@Suite("Memory of recent failures")
struct FailureMemoryTests {
    private let clock = ManualClock(noon)

    private func cache(_ use: CacheUse = .usual(), before inner: any Fetcher) -> RequestPipeline {
        let clock = clock
        return RequestPipeline(inner, cache: HTTPCache(MemoryStore(), use: use, clock: { clock.now }))
    }

    @Test("an unreachable server is not tried again at once")
    func unreachable() async throws {
        let dead = StubFetcher { _ throws(FetchError) in throw .unreachable("connection refused") }
        let cache = cache(before: dead)
        for _ in 1...3 {
            await #expect(throws: FetchError.unreachable("connection refused")) { try await cache.get() }
        }
        #expect(dead.endpoints.count == 1)
        clock.advance(by: 6)
        await #expect(throws: FetchError.self) { try await cache.get() }
        #expect(dead.endpoints.count == 2)
    }

    @Test(
        "a refusal lasts as long as Retry-After says, within limits",
        arguments: [
            (429, nil, 10.0), (503, nil, 10), (503, "60", 60), (503, noon.http(30), 30), (429, "99999", 300),
            (503, noon.http(-30), 0), (500, "60", 0), (200, nil, 0),
        ])
    func refusals(status: Int, retryAfter: String?, seconds: Double) async throws {
        let headers = Headers(retryAfter.map { [("Retry-After", $0)] } ?? [])
        let service = StubFetcher(Response(status: status, headers: headers, body: []))
        let cache = cache(before: service)
        #expect(try await cache.get().response.status == status)
        clock.advance(by: max(0, seconds - 1))
        #expect(try await cache.get().response.status == status)
        #expect(service.endpoints.count == (seconds > 0 ? 1 : 2))
        clock.advance(by: 2)
        _ = try await cache.get()
        #expect(service.endpoints.count == (seconds > 0 ? 2 : 3))
    }

    @Test("a refresh and an unsafe request are always sent")
    func exceptions() async throws {
        let service = StubFetcher(Response(status: 503, body: []))
        let refreshing = cache(.refresh, before: service)
        for _ in 1...2 { _ = try await refreshing.get() }
        let cache = cache(before: service)
        for _ in 1...2 { _ = try await cache.get(Endpoint.sample.method(.post)) }
        #expect(service.endpoints.count == 4)
    }

    @Test("a clock that goes back does not make a failure permanent")
    func clockBack() async throws {
        let service = StubFetcher(Response(status: 503, body: []))
        let cache = cache(before: service)
        _ = try await cache.get()
        clock.advance(by: -3600)
        _ = try await cache.get()
        #expect(service.endpoints.count == 2)
    }

    @Test("only a limited number of failures is remembered")
    func bounds() {
        let memory = FailureMemory()
        for number in 0..<1000 {
            memory.note(.failure(.unreachable("x")), for: CacheKey(stored: "\(number)"), at: noon)
        }
        let known = (0..<1000).filter { memory.outcome(for: CacheKey(stored: "\($0)"), at: noon) != nil }
        #expect(known.count <= 256)
        #expect(known.contains(999))
    }
}
