internal import Essentials
internal import ForageCache
internal import Sharing

/// What content is kept under.
protocol ContentKey: Hashable, Sendable {
    /// How many bytes it takes, more or less: it may be longer than the content.
    var byteCount: Int { get }
}

/// Content that is made once for all who want it at once, and handed out again for a while.
struct SharedContent<Key: ContentKey>: Sendable {
    private typealias Work = SharedWork<Key, Result<Content, Problem>>

    private let work = Work()
    private let kept: MemoryCache<Key, Content>

    /// Something that was made, and for how many seconds it is good.
    struct Made {
        let content: Content
        let time: TimeInterval
    }

    /// - Parameter limit: How many bytes may be kept, those of the keys counted.
    init(upTo limit: Int) { kept = MemoryCache(limit: limit, usualByteCount: 64 << 10) }

    /// What is kept under a key.
    func kept(for key: Key) -> Content? { kept.value(for: key) }

    /// What is kept under a key, or is made now. The last who goes away ends the making.
    func content(
        for key: Key, _ make: @escaping @Sendable () async throws(Problem) -> Made
    ) async throws(Problem) -> Content {
        if let content = kept.value(for: key) { return content }
        let made: Result<Content, Problem>
        do throws(Work.Departure) {
            made = try await work.result(of: key) { await result(for: key, make) }
        } catch {
            throw .nobodyWaits
        }
        return try made.get()
    }

    private func result(
        for key: Key, _ make: @Sendable () async throws(Problem) -> Made
    ) async -> Result<Content, Problem> {
        do throws(Problem) {
            let made = try await make()
            if made.time > 0 {
                kept.insert(
                    made.content, for: key, byteCount: key.byteCount + made.content.bytes.count,
                    expiry: Date(timeIntervalSinceNow: made.time))
            }
            return .success(made.content)
        } catch {
            return .failure(error)
        }
    }
}

extension Problem {
    /// What is told to those who are gone.
    static let nobodyWaits = Problem(503, "Nobody waits for it any more.")
}
