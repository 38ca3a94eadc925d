import Platform
import Synchronization
import Testing

@testable import ForageStorage

@Suite("The memory cache")
struct MemoryCacheTests {
    private func hitRate<Policy: ReplacementPolicy>(_ policy: Policy.Type, _ keys: [Int]) -> Double {
        var policy = Policy(capacity: Trace.capacity)
        let hits = keys.count { policy.ask(for: $0) }
        return Double(hits) / Double(keys.count)
    }

    @Test(
        "its hit rate is at least that of LRU",
        arguments: [.zipf(0.7), .zipf(0.9), .zipf(1.1), .loop] as [Trace])
    func hitRates(trace: Trace) {
        let keys = trace.keys
        let (ours, recency) = (hitRate(SievePolicy.self, keys), hitRate(LRUPolicy.self, keys))
        #expect(ours >= recency)
    }

    @Test(
        "its hit rate with scans is far above that of LRU",
        arguments: [.zipfWithScans(0.9), .zipfWithScans(1.1)] as [Trace])
    func scans(trace: Trace) {
        let keys = trace.keys
        let ours = hitRate(SievePolicy.self, keys)
        #expect(ours >= hitRate(LRUPolicy.self, keys) + 0.05)
    }

    @Test("values can be read, replaced and removed")
    func values() {
        let cache = MemoryCache<String, Int>(limit: 1000)
        cache.insert(1, for: "owl", byteCount: 5)
        #expect(cache.value(for: "owl") == 1)
        cache.insert(2, for: "owl", byteCount: 6)
        #expect(cache.value(for: "owl") == 2)
        #expect(cache.byteCount == 6)
        cache.remove("owl")
        #expect(cache.value(for: "owl") == nil)
        #expect(cache.byteCount == 0)
    }

    @Test("the limit is never exceeded, and a value over a tenth of it is not stored")
    func bounded() {
        let cache = MemoryCache<Int, Int>(limit: 10_000)
        cache.insert(0, for: -1, byteCount: 1001)
        #expect(cache.value(for: -1) == nil)
        for number in 0..<5000 {
            let key = number * number % 700
            if cache.value(for: key) == nil { cache.insert(number, for: key, byteCount: number % 900 + 1) }
            #expect(cache.byteCount <= 10_000)
        }
        #expect(cache.byteCount > 5000)
    }

    @Test("expired values are not returned")
    func expiry() {
        let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let cache = MemoryCache<String, Int>(limit: 1000) { clock.withLock { $0 } }
        cache.insert(1, for: "owl", byteCount: 5, expiry: clock.withLock { $0 + 10 })
        clock.withLock { $0 += 9 }
        #expect(cache.value(for: "owl") == 1)
        clock.withLock { $0 += 1 }
        #expect(cache.value(for: "owl") == nil)
        #expect(cache.byteCount == 0)
    }

    @Test("expired values make room for others, even if they were requested often")
    func expiredVictims() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let clock = Mutex(start)
        let cache = MemoryCache<Int, Int>(limit: 1000) { clock.withLock(\.self) }
        for key in 0..<10 {
            cache.insert(key, for: key, byteCount: 99, expiry: key < 5 ? start + 10 : .distantFuture)
            for _ in 0..<15 { _ = cache.value(for: key) }
        }
        clock.withLock { $0 = start + 10 }
        for key in 20..<25 { cache.insert(key, for: key, byteCount: 99) }
        #expect((5..<10).allSatisfy { cache.value(for: $0) == $0 })
        #expect((20..<25).allSatisfy { cache.value(for: $0) == $0 })
    }

    @Test("an expired value is not stored, even if it was requested often")
    func expiredNewcomer() {
        let start = Date(timeIntervalSince1970: 1_800_000_000)
        let cache = MemoryCache<Int, Int>(limit: 1000) { start }
        for key in 0..<10 { cache.insert(key, for: key, byteCount: 99) }
        for _ in 0..<15 { _ = cache.value(for: 10) }
        cache.insert(10, for: 10, byteCount: 99, expiry: start)
        #expect((0..<10).allSatisfy { cache.value(for: $0) == $0 })
    }
}
