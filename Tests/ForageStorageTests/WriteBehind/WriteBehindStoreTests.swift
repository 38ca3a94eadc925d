import ForageConformance
import ForageCore
import TestDoubles
import Testing

@testable import ForageStorage
@testable import ForageTransport

@Suite("A store written in the background", .timeLimit(.minutes(1)))
struct WriteBehindStoreTests {
    private let gate = Gate()
    private let slow: GatedStore
    private let behind: WriteBehindStore
    private let service = StubFetcher(
        Response(status: 200, headers: ["Cache-Control": "max-age=60", "ETag": "\"a\""], body: [1, 2, 3]))

    init() {
        slow = GatedStore(gate)
        behind = WriteBehindStore(before: slow)
    }

    private func cache(_ use: CacheUse = .usual()) -> RequestPipeline {
        RequestPipeline(service, cache: HTTPCache(behind, leases: behind, use: use))
    }

    @Test("responses do not wait for a slow store, and are stored in the end")
    func handedOn() async throws {
        let answer = try await cache().get()
        #expect(answer.origin == .network)
        #expect(answer.response.body == [1, 2, 3])
        #expect(slow.steps.isEmpty)
        gate.open()
        await behind.finish()
        #expect(slow.stored.count == 1)
    }

    @Test("a response that is still being stored is found")
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

    @Test("a response is stored before its lease is released")
    func order() async throws {
        _ = try await cache().get()
        gate.open()
        await behind.finish()
        let key = CacheKey.sample
        #expect(slow.steps == ["store \(key)", "release \(key)"])
    }

    @Test("a lease is renewed until the response is stored, although its request has ended")
    func renewed() async throws {
        let response = StoredResponse.sample(byteCount: 1)
        #expect(await behind.lease(response.key, for: .milliseconds(6)))
        await behind.store(response, body: [1])
        await behind.release(response.key)
        let count = slow.leasingCount
        while slow.leasingCount < count + 3 { await Task.yield() }
        #expect(slow.stored.isEmpty)
        gate.open()
        await behind.finish()
        #expect(slow.steps.last == "release \(response.key)")
    }

    @Test("a lease that several requests hold is released after the last one")
    func severalHolders() async {
        let key = CacheKey.sample
        gate.open()
        for _ in 0..<2 { #expect(await behind.lease(key, for: .seconds(2))) }
        await behind.release(key)
        await behind.finish()
        #expect(slow.steps.isEmpty)
        await behind.release(key)
        await behind.finish()
        #expect(slow.steps == ["release \(key)"])
    }

    @Test("a process waiting for the response finds it")
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

    @Test("changes are made in the order of the calls")
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

    @Test("pending changes are limited in memory")
    func bounded() async throws {
        let large = [UInt8](repeating: 1, count: 12 << 20)
        await behind.store(.sample("owl", byteCount: large.count), body: large)
        let second = Task {
            await behind.store(.sample("wren", byteCount: large.count), body: large)
            return slow.steps
        }
        for _ in 0..<100 { await Task.yield() }
        gate.open()
        // The second change is accepted only once the first is written.
        #expect(await second.value.first == "store https://owls.example/owl")
        await behind.finish()
        #expect(slow.stored.count == 2)
    }
}
