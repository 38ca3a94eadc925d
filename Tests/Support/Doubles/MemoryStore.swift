package import ForageCore
internal import Synchronization

/// A store in memory, which removes nothing by itself.
package final class MemoryStore: ResponseStore {
    private struct Entry {
        var response: StoredResponse
        let body: [UInt8]
    }

    private let entries = Mutex<[CacheKey: [Entry]]>([:])

    package init() {}

    /// All stored responses, sorted by key.
    package var all: [StoredResponse] {
        entries.withLock { entries in
            entries.sorted { $0.key < $1.key }.flatMap { $0.value.map(\.response) }
        }
    }

    package func responses(for key: CacheKey) async -> [StoredResponse] {
        entries.withLock { $0[key, default: []].map(\.response) }
    }

    package func body(of response: StoredResponse) async -> [UInt8]? {
        entries.withLock { entries in
            entries[response.key]?.first { $0.response.variant == response.variant }?.body
        }
    }

    package func store(_ response: StoredResponse, body: [UInt8]) async {
        entries.withLock { entries in
            var kept = entries[response.key, default: []]
            kept.removeAll { $0.response.variant == response.variant }
            entries[response.key] = [Entry(response: response, body: body)] + kept
        }
    }

    package func update(_ response: StoredResponse) async {
        entries.withLock { entries in
            let place = entries[response.key]?.firstIndex { $0.response.variant == response.variant }
            if let place { entries[response.key]?[place].response = response }
        }
    }

    package func removeResponses(for key: CacheKey) async {
        _ = entries.withLock { $0.removeValue(forKey: key) }
    }
}
