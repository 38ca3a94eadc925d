package import ForageCore
package import Platform
internal import Synchronization

/// A store that also holds another store's answers in memory, for a long-running program.
///
/// An answer is returned from memory only while it is fresh, so a refresh or confirmation uses the other store. Changes
/// by other programs take effect within a minute.
package final class MemoryFirstStore: ResponseStore {
    private struct Kept: Sendable {
        var responses: [StoredResponse]

        /// The approximate size of the header fields and other data.
        private static let usualHeadByteCount = 1024

        var byteCount: Int {
            responses.reduce(0) { $0 + Self.usualHeadByteCount + ($1.body?.count ?? 0) }
        }

        func place(of response: StoredResponse) -> Int? {
            responses.firstIndex {
                $0.variant == response.variant && $0.received == response.received
                    && $0.requested == response.requested && $0.byteCount == response.byteCount
            }
        }
    }

    private let store: any ResponseStore
    private let memory: MemoryCache<CacheKey, Kept>
    private let now: @Sendable () -> Date
    private let freshUntil: @Sendable (StoredResponse, Date) -> Date
    /// The number of changes; data that was read before the last change may be outdated.
    private let changes = Mutex(0)

    private static let longestTime: TimeInterval = 60

    /// Creates a store.
    ///
    /// - Parameters:
    ///   - store: The store that holds everything.
    ///   - limit: The maximum number of bytes to hold in memory.
    ///   - now: Returns the current time.
    ///   - freshUntil: Returns the time from which an answer is stale.
    package init(
        before store: any ResponseStore, limit: Int, now: @escaping @Sendable () -> Date = { Date() },
        freshUntil: @escaping @Sendable (StoredResponse, Date) -> Date
    ) {
        self.store = store
        memory = MemoryCache(limit: limit, now: now)
        self.now = now
        self.freshUntil = freshUntil
    }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        if let kept = memory.value(for: key) { return kept.responses }
        let change = changes.withLock(\.self)
        let responses = await store.responses(for: key)
        keep(Kept(responses: responses), for: key, readAfter: change)
        return responses
    }

    package func body(of response: StoredResponse) async -> [UInt8]? {
        if let body = response.body { return body }
        let change = changes.withLock(\.self)
        guard var known = memory.value(for: response.key), let place = known.place(of: response) else {
            return await store.body(of: response)
        }
        if let body = known.responses[place].body { return body }
        guard let body = await store.body(of: response) else { return nil }
        known.responses[place].body = body
        keep(known, for: response.key, readAfter: change)
        return body
    }

    package func store(_ response: StoredResponse, body: [UInt8]) async {
        await store.store(response, body: body)
        forget(response.key)
    }

    package func update(_ response: StoredResponse) async {
        await store.update(response)
        forget(response.key)
    }

    package func removeResponses(for key: CacheKey) async {
        await store.removeResponses(for: key)
        forget(key)
    }

    private func keep(_ kept: Kept, for key: CacheKey, readAfter change: Int) {
        let now = now()
        guard let end = kept.responses.map({ freshUntil($0, now) }).min(), end > now else { return }
        changes.withLock { changes in
            guard changes == change else { return }
            memory.insert(
                kept, for: key, byteCount: kept.byteCount, expiry: min(end, now + Self.longestTime))
        }
    }

    private func forget(_ key: CacheKey) {
        changes.withLock { changes in
            changes += 1
            memory.remove(key)
        }
    }
}
