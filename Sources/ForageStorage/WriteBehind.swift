package import ForageCore
package import Platform
internal import Synchronization

/// A store that accepts answers at once and writes them into another store in the background.
///
/// All changes are written in their original order, and a lease is renewed until the answers stored under it are
/// written, so other processes find as much as in the other store alone. A read waits for pending writes of the same
/// key, and ``finish()`` waits for all of them.
package final class WriteBehindStore: SharedStore {
    private let store: any SharedStore
    private let backlog = WriteQueue<CacheKey>(room: 16 << 20)
    /// The leases of this process.
    private let held = Mutex<[CacheKey: Held]>([:])

    private struct Held {
        /// The number of requests that hold it.
        var count = 1
        let renewal: Task<Void, Never>
    }

    /// The approximate size of the header fields and other data.
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
        // The release of an earlier lease may still be pending.
        await backlog.finish(key)
        guard await store.lease(key, for: duration) else { return false }
        held.withLock { held in
            guard held[key] == nil else {
                held[key]?.count += 1
                return
            }
            let renewal = Task(name: "renewing the lease of \(key)") { [store] in
                while (try? await Task.sleep(for: duration / 6)) != nil {
                    _ = await store.lease(key, for: duration)
                }
            }
            held[key] = Held(renewal: renewal)
        }
        return true
    }

    package func state(of key: CacheKey) async -> LeaseState { await store.state(of: key) }

    package func release(_ key: CacheKey) async {
        let isLast = held.withLock { held in
            held[key]?.count -= 1
            return held[key]?.count == 0
        }
        guard isLast else { return }
        await write(key) { [self] store in
            let renewal = held.withLock { held in
                // Another request may have taken it in the meantime.
                held[key]?.count == 0 ? held.removeValue(forKey: key)?.renewal : nil
            }
            guard let renewal else { return }
            renewal.cancel()
            await renewal.value
            await store.release(key)
        }
    }

    package func waitForChange(of key: CacheKey, atMost duration: Duration) async {
        await store.waitForChange(of: key, atMost: duration)
    }

    /// Returns when all writes are complete.
    package func finish() async { await backlog.finish() }

    private func write(
        _ key: CacheKey, _ byteCount: Int = 0, _ change: @escaping @Sendable (any SharedStore) async -> Void
    ) async {
        await backlog.add(for: key, size: Self.usualHeadByteCount + byteCount) { [store] in
            await change(store)
        }
    }
}

/// A ledger that accepts notes at once and writes them into another ledger in the background.
///
/// Permission for a request comes from the other ledger, after all pending notes on that provider, so that the counts
/// of all processes are as exact as without this type.
package final class WriteBehindLedger: Ledger {
    private let ledger: any Ledger
    private let backlog = WriteQueue<ProviderID>(room: 256)

    package init(before ledger: any Ledger) { self.ledger = ledger }

    package func take(
        from provider: ProviderID, within limits: RequestLimits, by latest: Date
    ) async -> Admission {
        await backlog.finish(provider)
        return await ledger.take(from: provider, within: limits, by: latest)
    }

    package func note(_ ending: RequestEnding, of provider: ProviderID) async {
        await backlog.add(for: provider, size: 1) { [ledger] in await ledger.note(ending, of: provider) }
    }

    package func states() async -> [ProviderID: ProviderState] {
        await backlog.finish()
        return await ledger.states()
    }

    @discardableResult
    package func reset(_ provider: ProviderID) async -> Bool {
        await backlog.finish(provider)
        return await ledger.reset(provider)
    }

    package func insist(on provider: ProviderID) async -> Pause? {
        await backlog.finish(provider)
        return await ledger.insist(on: provider)
    }

    package func finish() async {
        await backlog.finish()
        await ledger.finish()
    }
}

/// A queue of work that runs in the background, one piece at a time and in order.
///
/// It starts after a short delay, so that the caller's own work comes first; a wait for the queue ends the delay.
final class WriteQueue<Key: Hashable & Sendable>: Sendable {
    private let state = Mutex(State())
    private let room: Int

    private struct State {
        /// The pending pieces, the oldest first.
        var pieces: [Piece] = []
        var usedRoom = 0
        /// The delay before the work starts.
        var moment: Task<Void, Never>?
        var count = 0
    }

    private struct Piece {
        let number: Int
        let key: Key
        let size: Int
        let task: Task<Void, Never>
    }

    /// - Parameter room: The maximum total size of the pending pieces.
    init(room: Int) { self.room = room }

    /// Adds work; waits while there is not enough room.
    ///
    /// - Parameters:
    ///   - key: The key that the work concerns.
    ///   - size: The room that it occupies until it is done. A piece larger than the total room waits until the queue
    ///     is empty.
    ///   - work: The work.
    func add(for key: Key, size: Int, _ work: @escaping @Sendable () async -> Void) async {
        while let oldest = put(key, size, work) { await oldest.value }
    }

    /// Returns when all work that was added for a key is done.
    func finish(_ key: Key) async {
        await urgentTask { $0.last { $0.key == key } }?.value
    }

    /// Returns when all work is done.
    func finish() async {
        while let last = urgentTask({ $0.last }) { await last.value }
    }

    /// Returns the task of a piece and ends the delay, because a caller waits for it.
    private func urgentTask(_ piece: ([Piece]) -> Piece?) -> Task<Void, Never>? {
        state.withLock { state in
            guard let piece = piece(state.pieces) else { return nil }
            state.moment?.cancel()
            return piece.task
        }
    }

    /// Adds work, or returns the oldest task if there is no room.
    private func put(
        _ key: Key, _ size: Int, _ work: @escaping @Sendable () async -> Void
    ) -> Task<Void, Never>? {
        state.withLock { state in
            if let oldest = state.pieces.first, state.usedRoom + size > room {
                state.moment?.cancel()
                return oldest.task
            }
            if state.pieces.isEmpty { state.moment = Task { try? await Task.sleep(for: Self.moment) } }
            let (number, previous) = (state.count, state.pieces.last?.task ?? state.moment)
            // The low priority favours callers that wait for an answer; a wait for this task raises its priority.
            let task = Task(name: "working off a backlog", priority: .utility) {
                await previous?.value
                await work()
                self.remove(number)
            }
            state.count += 1
            state.usedRoom += size
            state.pieces.append(Piece(number: number, key: key, size: size, task: task))
            return nil
        }
    }

    private static var moment: Duration { .milliseconds(10) }

    private func remove(_ number: Int) {
        state.withLock { state in
            guard let place = state.pieces.firstIndex(where: { $0.number == number }) else { return }
            state.usedRoom -= state.pieces.remove(at: place).size
        }
    }
}
