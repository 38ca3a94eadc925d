package import Platform
internal import Synchronization

/// An in-memory cache for a long-running program: limited in size, resistant to scans, and never returning expired
/// values.
package final class MemoryCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Kept {
        let value: Value
        let expiry: Date
    }

    private let policy: Mutex<Sieve<Key, Kept>>
    private let now: @Sendable () -> Date

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - limit: The maximum size of all values in bytes; a single value may use a tenth of it.
    ///   - now: Returns the current time.
    package init(limit: Int, now: @escaping @Sendable () -> Date = { Date() }) {
        policy = Mutex(Sieve(limit: limit))
        self.now = now
    }

    /// Returns the value of a key, if it is present and not expired.
    package func value(for key: Key) -> Value? {
        guard let kept = policy.withLock({ $0.value(for: key) }) else { return nil }
        if kept.expiry == .distantFuture || now() < kept.expiry { return kept.value }
        remove(key)
        return nil
    }

    /// Stores a value, unless it has expired.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - key: The key.
    ///   - byteCount: The size of the value in bytes.
    ///   - expiry: The time from which the value is no longer returned.
    package func insert(_ value: Value, for key: Key, byteCount: Int, expiry: Date = .distantFuture) {
        let now = now()
        guard expiry > now else { return remove(key) }
        policy.withLock {
            $0.insert(Kept(value: value, expiry: expiry), for: key, cost: byteCount) { $0.expiry <= now }
        }
    }

    /// Removes a value.
    package func remove(_ key: Key) { policy.withLock { $0.remove(key) } }

    /// The size of all values in bytes.
    package var byteCount: Int { policy.withLock { $0.cost } }
}
