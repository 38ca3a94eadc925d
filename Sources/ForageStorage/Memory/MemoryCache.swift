package import Platform
internal import Synchronization

/// Values in memory, for a program that runs long: bounded by what they cost, hardly disturbed by scans, and never
/// given out past their time.
package final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Kept {
        let value: Value
        let expiry: Date
    }

    private let policy: Mutex<TinyLFU<Key, Kept>>
    private let now: @Sendable () -> Date

    /// Describes a cache.
    ///
    /// - Parameters:
    ///   - limit: How many bytes all values may take together; one alone gets a tenth at most.
    ///   - usualByteCount: How many one takes more or less.
    ///   - now: Tells the time.
    package init(
        limit: Int, usualByteCount: Int = 16 << 10, now: @escaping @Sendable () -> Date = { Date() }
    ) {
        policy = Mutex(TinyLFU(limit: limit, usualCost: usualByteCount))
        self.now = now
    }

    /// The value of a key, if it is there and still good.
    package func value(for key: Key) -> Value? {
        guard let kept = policy.withLock({ $0.value(for: key) }) else { return nil }
        if kept.expiry == .distantFuture || now() < kept.expiry { return kept.value }
        remove(key)
        return nil
    }

    /// Keeps a value, if it earns its place.
    ///
    /// - Parameters:
    ///   - value: What is kept.
    ///   - key: What it is found by.
    ///   - byteCount: How many bytes it takes.
    ///   - expiry: From when on it is not given out any more.
    package func insert(_ value: Value, for key: Key, byteCount: Int, expiry: Date = .distantFuture) {
        let now = now()
        policy.withLock {
            $0.insert(Kept(value: value, expiry: expiry), for: key, cost: byteCount) { $0.expiry <= now }
        }
    }

    /// Forgets a value.
    package func remove(_ key: Key) { policy.withLock { $0.remove(key) } }

    /// How many bytes the values take together.
    package var byteCount: Int { policy.withLock { $0.cost } }
}
