package import ForageCore
package import Platform
internal import Synchronization

/// Takes answers over at once and writes them into another store behind the back of whoever brought them.
///
/// Everything is written in the order in which it came, a lease given back behind what was to be stored under it, so
/// other processes never find less than they would of the other store alone. Who wants what is yet to be written
/// waits for that. ``finish()`` waits for all of it.
package final class WriteBehindStore: SharedStore {
    private let store: any SharedStore
    private let backlog = WriteQueue<CacheKey>(room: 16 << 20)

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

/// Takes notes over at once and writes them into another ledger behind the back of whoever brought them.
///
/// Leave is taken of the other ledger, before the request and behind every note on that provider, so that all
/// processes together count as exactly as without it.
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

    package func finish() async {
        await backlog.finish()
        await ledger.finish()
    }
}

/// Work that is done behind the back of those who handed it over, one piece after the other, in their order.
///
/// It begins a moment later, because what they were held up for is to be done first. Who waits for it ends that.
final class WriteQueue<Key: Hashable & Sendable>: Sendable {
    private let state = Mutex(State())
    private let room: Int

    private struct State {
        /// The oldest first.
        var pieces: [Piece] = []
        var usedRoom = 0
        /// In which nothing is done yet.
        var moment: Task<Void, Never>?
        var count = 0
    }

    private struct Piece {
        let number: Int
        let key: Key
        let size: Int
        let task: Task<Void, Never>
    }

    /// - Parameter room: How large what waits may be, all of it together.
    init(room: Int) { self.room = room }

    /// Hands work over; who comes while there is no room waits for it.
    ///
    /// - Parameters:
    ///   - key: What the work concerns.
    ///   - size: How much room it takes until it is done. What is larger than all the room has it alone.
    ///   - work: What is to be done.
    func add(for key: Key, size: Int, _ work: @escaping @Sendable () async -> Void) async {
        while let oldest = put(key, size, work) { await oldest.value }
    }

    /// Returns when everything is done that was handed over for a key before.
    func finish(_ key: Key) async {
        await urgentTask { $0.last { $0.key == key } }?.value
    }

    /// Returns when everything is done.
    func finish() async {
        while let last = urgentTask({ $0.last }) { await last.value }
    }

    /// The task of a piece, which somebody waits for.
    private func urgentTask(_ piece: ([Piece]) -> Piece?) -> Task<Void, Never>? {
        state.withLock { state in
            guard let piece = piece(state.pieces) else { return nil }
            state.moment?.cancel()
            return piece.task
        }
    }

    /// Takes work over, unless there is no room until something else is done.
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
            // Those who wait for an answer go first; who waits for this one makes it as urgent as they are.
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
