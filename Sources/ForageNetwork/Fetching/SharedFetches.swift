package import ForageCore
internal import Platform

/// Makes one transfer of requests that are the same and under way at the same time.
///
/// Each who asks waits to their own deadline at most, and the last who gives up cancels the transfer. It ends with
/// the deadline of whoever asked first; others who have more time then begin anew.
package final class SharedFetches: Fetcher {
    private let fetcher: any Fetcher
    private let transfers = SharedWork<Key, Attempt>()

    private struct Key: Hashable, Sendable {
        let provider: ProviderID
        let endpoint: Endpoint
    }

    package init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        guard case .web(let url) = endpoint.target, endpoint.method == .get || endpoint.method == .head else {
            return try await fetcher.fetch(endpoint, for: provider, by: deadline)
        }
        let key = Key(provider: provider.id, endpoint: endpoint)
        while true {
            let (attempt, end) = try await join(key, of: provider, at: url, by: deadline)
            guard attempt.endedEarly, deadline > end, .now < deadline, !Task.isCancelled else {
                return try attempt.get()
            }
        }
    }

    /// Whether nothing is under way.
    var isIdle: Bool { transfers.isIdle }

    /// How many wait.
    var waitingCount: Int { transfers.waitingCount }

    /// What came of the transfer, and its deadline.
    private func join(
        _ key: Key, of provider: About, at url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> (Attempt, ContinuousClock.Instant) {
        do throws(SharedWork<Key, Attempt>.WaitError) {
            let arrival = try await transfers.result(of: key, by: deadline) { [fetcher] deadline in
                await fetcher.attempt(key.endpoint, for: provider, by: deadline)
            }
            return (arrival.value, arrival.deadline)
        } catch {
            throw error == .late ? .timedOut("\(url.host) did not answer in time") : .cancelled
        }
    }
}

/// What came of a request: an answer, or why there is none.
package typealias Attempt = Result<Fetched, FetchError>

extension Fetcher {
    /// Carries out one request; a failure is a value.
    func attempt(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async -> Attempt {
        do throws(FetchError) {
            return .success(try await fetch(endpoint, for: provider, by: deadline))
        } catch {
            return .failure(error)
        }
    }
}

extension Attempt {
    fileprivate var endedEarly: Bool { if case .failure(.timedOut) = self { true } else { false } }
}
