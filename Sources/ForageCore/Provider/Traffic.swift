internal import Synchronization

/// What was asked and answered since Forage was put together, in numbers.
package final class Traffic: Sendable {
    /// So many answers and bytes.
    package struct Count: Hashable, Sendable {
        /// Answers of the cache that were fresh.
        package var freshCount = 0
        /// Answers of the cache that were past their time.
        package var staleCount = 0
        /// Answers that the cache did not have.
        package var missedCount = 0
        /// How many bytes the answers of the cache had.
        package var keptByteCount = 0
        /// How many bytes came over the network, unpacked.
        package var fetchedByteCount = 0
    }

    package init() {}

    private let counted = Mutex(Count())

    /// What was counted so far.
    package var count: Count { counted.withLock(\.self) }

    /// Notes what the cache made of a request.
    package func note(_ answer: Fetched) {
        counted.withLock { count in
            switch answer.origin {
            case .cached: count.freshCount += 1
            case .stale: count.staleCount += 1
            case .network, .file:
                count.missedCount += 1
                return
            }
            count.keptByteCount += answer.response.body.count
        }
    }

    /// Notes what came over the network.
    package func noteTransfer(byteCount: Int) { counted.withLock { $0.fetchedByteCount += byteCount } }
}
