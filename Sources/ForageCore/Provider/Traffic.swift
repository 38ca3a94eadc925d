internal import Synchronization

/// Counts of cached and transferred responses since Forage was started.
package final class Traffic: Sendable {
    /// Numbers of responses and bytes.
    package struct Count: Hashable, Sendable {
        /// The number of fresh responses from the cache.
        package var freshCount = 0
        /// The number of stale responses from the cache.
        package var staleCount = 0
        /// The number of requests that the cache had no response for.
        package var missedCount = 0
        /// The number of bytes in the responses from the cache.
        package var keptByteCount = 0
        /// The number of bytes received over the network, decompressed.
        package var fetchedByteCount = 0
    }

    package init() {}

    private let counted = Mutex(Count())

    /// The counts so far.
    package var count: Count { counted.withLock(\.self) }

    /// Counts the result of a request to the cache.
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

    /// Counts bytes received over the network.
    package func noteTransfer(byteCount: Int) { counted.withLock { $0.fetchedByteCount += byteCount } }
}
