import ForageConformance
import ForageCore
import TestDoubles
import Testing

@testable import ForageStorage
@testable import ForageTransport

@Suite("Answers that are handed on before they are stored", .timeLimit(.minutes(1)))
struct WriteBehindStoreTests {
    private let gate = Gate()
    private let slow: HeldBackStore
    private let behind: WriteBehindStore
    private let service = StubFetcher(
        Response(status: 200, headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""], body: [1, 2, 3]))

    init() {
        slow = HeldBackStore(gate)
        behind = WriteBehindStore(before: slow)
    }

    private func cache(_ use: CacheUse = .usual()) -> RequestPipeline {
        RequestPipeline(service, cache: HTTPCache(behind, leases: behind, use: use))
    }

    @Test("do not wait for a store that does not come to an end, and are stored once it does")
    func handedOn() async throws {
        let answer = try await cache().get()
        #expect(answer.origin == .network)
        #expect(answer.response.body == [1, 2, 3])
        #expect(slow.steps.isEmpty)
        gate.open()
        await behind.finish()
        #expect(slow.stored.count == 1)
    }

    @Test("are found by whoever asks for the same a moment later")
    func foundAtOnce() async throws {
        _ = try await cache().get()
        async let second = cache().get()
        gate.open()
        guard case .cached = try await second.origin else {
            Issue.record("it was asked for again")
            return
        }
        #expect(try await second.response.body == [1, 2, 3])
        #expect(service.endpoints.count == 1)
    }

    @Test("are stored before the lease is given back under which they were asked for")
    func order() async throws {
        _ = try await cache().get()
        gate.open()
        await behind.finish()
        let key = CacheKey.sample
        #expect(slow.steps == ["store \(key)", "release \(key)"])
    }

    @Test("are there for another process that waits for them")
    func otherProcess() async throws {
        let place = try StorePlace()
        let stores = (0..<2).map { _ in WriteBehindStore(before: place.store()) }
        let service = StubFetcher { [gate] _ throws(FetchError) in
            await gate.pass()
            let headers: Headers = ["Cache-Control": "max-age=60"]
            return Fetched(Response(status: 200, headers: headers, body: [1]), origin: .network)
        }
        let caches = stores.map { RequestPipeline(service, cache: HTTPCache($0, leases: $0)) }
        async let first = caches[0].get()
        let key = CacheKey.sample
        while await stores[1].state(of: key) != .held { await Task.yield() }
        async let second = caches[1].get()
        gate.open()
        #expect(try await first.origin == .network)
        guard case .cached = try await second.origin else {
            Issue.record("the other asked too")
            return
        }
        #expect(service.endpoints.count == 1)
        for store in stores { await store.finish() }
        #expect(await stores[1].state(of: key) == .free)
    }

    @Test("change in the order in which that was asked for")
    func changes() async throws {
        let (owl, wren) = (
            StoredResponse.sample("owl", byteCount: 1), StoredResponse.sample("wren", byteCount: 1)
        )
        await behind.store(owl, body: [1])
        await behind.update(owl)
        await behind.removeResponses(for: owl.key)
        await behind.store(wren, body: [2])
        gate.open()
        #expect(await behind.responses(for: owl.key).isEmpty)
        #expect(await behind.body(of: wren) == [2])
        #expect(slow.steps.map { $0.split(separator: " ")[0] } == ["store", "update", "remove", "store"])
    }

    @Test("take no more memory than there is room for")
    func bounded() async throws {
        let large = [UInt8](repeating: 1, count: 12 << 20)
        await behind.store(.sample("owl", byteCount: large.count), body: large)
        let second = Task {
            await behind.store(.sample("wren", byteCount: large.count), body: large)
            return slow.steps
        }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        // It was taken over when the first was written, and no sooner.
        #expect(await second.value.first == "store https://owls.example/owl")
        await behind.finish()
        #expect(slow.stored.count == 2)
    }
}
