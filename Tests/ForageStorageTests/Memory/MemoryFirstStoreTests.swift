import ForageConformance
import ForageCore
import Platform
import Synchronization
import TestDoubles
import Testing

@testable import ForageStorage
@testable import ForageTransport

@Suite("A disk store with a memory cache", .timeLimit(.minutes(1)))
struct MemoryFirstStoreTests {
    private let clock = ManualClock(noon)
    private let disk = CountingStore()
    private let store: MemoryFirstStore

    init() {
        let clock = clock
        store = MemoryFirstStore(before: disk, limit: 1 << 20, now: { clock.now }) {
            CacheRules().end(ofFreshnessOf: $0, at: $1)
        }
    }

    private func answer(_ headers: [(String, String)] = [("Cache-Control", "max-age=600")]) throws
        -> StoredResponse
    {
        .atNoon(headers, byteCount: 3)
    }

    /// Reads a response and its body.
    private func read(_ key: CacheKey) async -> (response: StoredResponse?, body: [UInt8]?) {
        guard let response = await store.responses(for: key).first else { return (nil, nil) }
        return (response, await store.body(of: response))
    }

    @Test("a fresh response is read from disk once, and again after a minute")
    func once() async throws {
        let answer = try answer()
        await store.store(answer, body: [1, 2, 3])
        for _ in 0..<3 {
            let found = await read(answer.key)
            #expect(found.response?.head == answer)
            #expect(found.body == [1, 2, 3])
        }
        #expect(disk.readCount == 2)
        clock.advance(by: 61)
        #expect(await read(answer.key).body == [1, 2, 3])
        #expect(disk.readCount == 4)
    }

    @Test("stale responses are not kept in memory, and others only while they are fresh")
    func stale() async throws {
        let stale = try answer([("Cache-Control", "max-age=0"), ("ETag", "\"a\"")])
        await store.store(stale, body: [1, 2, 3])
        for _ in 0..<2 { _ = await read(stale.key) }
        #expect(disk.readCount == 4)
        await store.store(try answer([("Cache-Control", "max-age=20")]), body: [1, 2, 3])
        for _ in 0..<2 { _ = await read(stale.key) }
        #expect(disk.readCount == 6)
        clock.advance(by: 21)
        _ = await read(stale.key)
        #expect(disk.readCount == 8)
    }

    @Test("replaced, updated and removed responses leave the memory")
    func changes() async throws {
        let answer = try answer()
        await store.store(answer, body: [1, 2, 3])
        _ = await read(answer.key)
        await store.store(answer, body: [4, 5, 6])
        #expect(await read(answer.key).body == [4, 5, 6])
        var described = answer
        described.headers.append("N", "1")
        await store.update(described)
        #expect(await read(answer.key).response == described)
        await store.removeResponses(for: answer.key)
        #expect(await read(answer.key).response == nil)
    }

    @Test("a response read before a change is not kept")
    func overtaken() async throws {
        let answer = try answer()
        await disk.store(answer, body: [1, 2, 3])
        let gate = Gate()
        disk.delay(with: gate)
        async let early = store.responses(for: answer.key)
        while disk.readCount == 0 { await Task.yield() }
        disk.delay(with: nil)
        await store.removeResponses(for: answer.key)
        gate.open()
        #expect(await early == [answer])
        #expect(await store.responses(for: answer.key).isEmpty)
    }

    @Test("the body belongs to the requested variant")
    func variants() async throws {
        let first = StoredResponse.atNoon(
            [("Cache-Control", "max-age=600")], variant: [.init("accept", "a")], byteCount: 1)
        let second = StoredResponse.atNoon(
            [("Cache-Control", "max-age=600")], variant: [.init("accept", "b")], byteCount: 1)
        await store.store(first, body: [1])
        await store.store(second, body: [2])
        for _ in 0..<2 {
            #expect(await store.responses(for: first.key).count == 2)
            #expect(await store.body(of: first) == [1])
            #expect(await store.body(of: second) == [2])
        }
        #expect(disk.readCount == 3)
    }
}

/// A store that counts its reads, and may delay them.
private final class CountingStore: ResponseStore {
    private struct State {
        var count = 0
        var gate: Gate?
    }

    private let store = MemoryStore()
    private let state = Mutex(State())

    var readCount: Int { state.withLock { $0.count } }

    func delay(with gate: Gate?) { state.withLock { $0.gate = gate } }

    private func countRead() -> Gate? {
        state.withLock {
            $0.count += 1
            return $0.gate
        }
    }

    func responses(for key: CacheKey) async -> [StoredResponse] {
        let gate = countRead()
        let responses = await store.responses(for: key)
        await gate?.pass()
        return responses
    }

    func body(of response: StoredResponse) async -> [UInt8]? {
        _ = countRead()
        return await store.body(of: response)
    }

    func store(_ response: StoredResponse, body: [UInt8]) async { await store.store(response, body: body) }

    func update(_ response: StoredResponse) async { await store.update(response) }

    func removeResponses(for key: CacheKey) async { await store.removeResponses(for: key) }
}
