internal import ForageCache
internal import ForageCore
internal import Synchronization
internal import Timing

/// What it takes to find a body of 16 KiB in memory, beside a dictionary behind a lock that has the same keys.
struct MemoryHits {
    let rounds: Int

    private static let keyCount = 1000

    func run() {
        let keys = (0..<Self.keyCount).map { StoredResponse.answer($0, byteCount: 0).key }
        let cache = MemoryCache<CacheKey, [UInt8]>(limit: 64 << 20)
        let dictionary = Mutex<[CacheKey: [UInt8]]>([:])
        for key in keys {
            let body = [UInt8](repeating: 1, count: 16_384)
            // Asked for before, so that it is let in.
            for _ in 0..<2 { _ = cache.value(for: key) }
            cache.insert(body, for: key, byteCount: body.count)
            dictionary.withLock { $0[key] = body }
        }
        let times = Stopwatch(rounds: rounds).race {
            check(keys.count { cache.value(for: $0) != nil })
        } _: {
            check(keys.count { key in dictionary.withLock { $0[key] } != nil })
        }
        let (ours, their) = (nanoseconds(times.first), nanoseconds(times.second))
        print(
            "Cache  memory hit  ours \(hundredths(ours)) ns  a dictionary behind a lock \(hundredths(their)) ns  "
                + "ratio \(hundredths(ours / their)) ×  (at most 3 ×)")
    }

    /// Of one hit, from milliseconds for all.
    private func nanoseconds(_ milliseconds: Double) -> Double {
        milliseconds * 1_000_000 / Double(Self.keyCount)
    }

    private func check(_ count: Int) {
        if count != Self.keyCount { print("Cache  \(Self.keyCount - count) bodies are missing in memory") }
    }
}
