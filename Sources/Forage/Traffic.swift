internal import ForageCore
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

    private let counted = Mutex(Count())

    /// What was counted so far.
    package var count: Count { counted.withLock(\.self) }

    /// Notes what the cache made of a request.
    func noteAnswer(_ answer: Fetched) {
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
    func noteTransfer(byteCount: Int) { counted.withLock { $0.fetchedByteCount += byteCount } }
}

/// Has what comes counted.
struct CountedFetcher: Fetcher {
    let fetcher: any Fetcher
    let note: @Sendable (Fetched) -> Void

    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        let answer = try await fetcher.fetch(endpoint, for: provider, by: deadline)
        note(answer)
        return answer
    }
}

/// Has the bytes counted that come, as they come.
struct CountedStreams: StreamingFetcher {
    let fetcher: any StreamingFetcher
    let traffic: Traffic

    func open(
        _ endpoint: Endpoint, for provider: About
    ) async throws(FetchError) -> StreamedResponse {
        let answer = try await fetcher.open(endpoint, for: provider)
        return StreamedResponse(answer.head) { () throws(FetchError) in
            let bytes = try await answer.next()
            traffic.noteTransfer(byteCount: bytes?.count ?? 0)
            return bytes
        }
    }
}
