package import ForageCore

/// Takes answers over at once and writes them into another store behind the back of whoever brought them.
///
/// Everything is written in the order in which it came, a lease given back behind what was to be stored under it, so
/// other processes never find less than they would of the other store alone. Who wants what is yet to be written
/// waits for that. ``finish()`` waits for all of it.
package final class WriteBehindStore: SharedStore {
    private let store: any SharedStore
    private let backlog = Backlog<CacheKey>(room: 16 << 20)

    /// Header fields and what goes with them, more or less.
    private static let usualHeadByteCount = 1024

    package init(before store: any SharedStore) { self.store = store }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        await backlog.finish(key)
        return await store.responses(for: key)
    }

    package func body(of response: StoredResponse) async -> [UInt8]? {
        if response.body == nil { await backlog.finish(response.key) }
        return await store.body(of: response)
    }

    package func store(_ response: StoredResponse, body: [UInt8]) async {
        await write(response.key, body.count) { await $0.store(response, body: body) }
    }

    package func update(_ response: StoredResponse) async {
        let head = response.head
        await write(response.key) { await $0.update(head) }
    }

    package func removeResponses(for key: CacheKey) async {
        await write(key) { await $0.removeResponses(for: key) }
    }

    package func lease(_ key: CacheKey, for duration: Duration) async -> Bool {
        // One that was given back is yet to be so.
        await backlog.finish(key)
        return await store.lease(key, for: duration)
    }

    package func state(of key: CacheKey) async -> LeaseState { await store.state(of: key) }

    package func release(_ key: CacheKey) async {
        await write(key) { await $0.release(key) }
    }

    /// Returns when everything is written.
    package func finish() async { await backlog.finish() }

    private func write(
        _ key: CacheKey, _ byteCount: Int = 0, _ change: @escaping @Sendable (any SharedStore) async -> Void
    ) async {
        await backlog.add(for: key, size: Self.usualHeadByteCount + byteCount) { [store] in
            await change(store)
        }
    }
}
