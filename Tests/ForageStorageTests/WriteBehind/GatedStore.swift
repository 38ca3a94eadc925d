import ForageConformance
import ForageCore
import ForageStorage
import Synchronization
import TestDoubles

/// A store that waits for its gate before every change, and records the changes.
final class GatedStore: SharedStore {
    private let store = MemoryStore()
    private let gate: Gate
    private let changes = Mutex<[String]>([])
    private let leaseCount = Atomic(0)

    init(_ gate: Gate) { self.gate = gate }

    var stored: [StoredResponse] { store.all }
    var steps: [String] { changes.withLock(\.self) }
    /// The number of times that a lease was taken or renewed.
    var leasingCount: Int { leaseCount.load(ordering: .relaxed) }

    func responses(for key: CacheKey) async -> [StoredResponse] { await store.responses(for: key) }
    func body(of response: StoredResponse) async -> [UInt8]? { await store.body(of: response) }

    func store(_ response: StoredResponse, body: [UInt8]) async {
        await change("store \(response.key)") { await $0.store(response, body: body) }
    }

    func update(_ response: StoredResponse) async {
        await change("update \(response.key)") { await $0.update(response) }
    }

    func removeResponses(for key: CacheKey) async {
        await change("remove \(key)") { await $0.removeResponses(for: key) }
    }

    func lease(_ key: CacheKey, for duration: Duration) async -> Bool {
        leaseCount.add(1, ordering: .relaxed)
        return true
    }

    func state(of key: CacheKey) async -> LeaseState { .free }
    func release(_ key: CacheKey) async { await change("release \(key)") { _ in } }

    private func change(_ step: String, _ work: (MemoryStore) async -> Void) async {
        await gate.pass()
        await work(store)
        changes.withLock { $0.append(step) }
    }
}
