internal import Essentials
package import ForageCore

/// Keeps in memory what a provider read of stored answers, for a program that runs long.
///
/// What is here need be neither read again nor taken out of a note, and costs no look at the disk.
package struct MemoryFirstReadings: ReadingStore {
    /// What has to be as it was.
    package struct Key: Hashable, Sendable {
        fileprivate let provider: ProviderID
        fileprivate let request: String
        fileprivate let answer: CacheKey
        fileprivate let received: Date
        fileprivate let byteCount: Int
    }

    package typealias Memory = MemoryCache<Key, SourceAnswer>

    private let store: (any ReadingStore)?
    private let memory: Memory
    private let provider: ProviderID

    /// - Parameters:
    ///   - store: What keeps readings from one run to the next; nil for a provider of which none are kept so long.
    ///   - memory: Where they are, with those of every other provider.
    ///   - provider: Whose they are. It must be set up in one way as long as the memory is used.
    package init(before store: (any ReadingStore)?, in memory: Memory, of provider: ProviderID) {
        self.store = store
        self.memory = memory
        self.provider = provider
    }

    package func reading(of stored: StoredResponse, for request: ProviderRequest) -> SourceAnswer? {
        guard let key = key(stored, request) else { return nil }
        if let reading = memory.value(for: key) { return reading }
        guard let reading = store?.reading(of: stored, for: request) else { return nil }
        insert(reading, for: key)
        return reading
    }

    package func keep(_ reading: SourceAnswer, of stored: StoredResponse, for request: ProviderRequest) async
    {
        if reading.isPlain, let key = key(stored, request) { insert(reading, for: key) }
        await store?.keep(reading, of: stored, for: request)
    }

    private func insert(_ reading: SourceAnswer, for key: Key) {
        memory.insert(reading, for: key, byteCount: key.byteCount * Self.growth)
    }

    private func key(_ stored: StoredResponse, _ request: ProviderRequest) -> Key? {
        request.listText.map {
            Key(
                provider: provider, request: $0, answer: stored.key, received: stored.received,
                byteCount: stored.byteCount)
        }
    }

    /// What was read takes more room than the bytes it was read of; at most about so much.
    private static let growth = 4
}
