package import ForageCore
internal import Platform

/// Combines identical requests in progress into one transfer.
///
/// Each request waits until its own deadline at most, and the last one that gives up cancels the transfer. The transfer
/// ends at the deadline of the first request; requests with more time then begin again.
package final class FetchCoalescer: Sendable {
    private let transfers = SharedWork<Key, Attempt>()

    private struct Key: Hashable, Sendable {
        let provider: ProviderID
        let endpoint: Endpoint
    }

    package init() {}

    /// Joins the transfer of an identical request, or begins one.
    package func join(
        _ request: FetchRequest, _ next: @escaping NextStage
    ) async throws(FetchError) -> Fetched {
        let endpoint = request.endpoint
        guard case .web(let url) = endpoint.target, endpoint.method == .get || endpoint.method == .head else {
            return try await next(request)
        }
        while true {
            let (attempt, end) = try await joined(request, at: url, next)
            guard attempt.endedEarly, request.deadline > end, .now < request.deadline, !Task.isCancelled
            else {
                return try attempt.get()
            }
        }
    }

    /// Indicates whether no transfer is in progress.
    var isIdle: Bool { transfers.isIdle }

    /// The number of waiting requests.
    var waitingCount: Int { transfers.waitingCount }

    /// Returns the outcome of the transfer, and its deadline.
    private func joined(
        _ request: FetchRequest, at url: WebURL, _ next: @escaping NextStage
    ) async throws(FetchError) -> (Attempt, ContinuousClock.Instant) {
        let key = Key(provider: request.provider.id, endpoint: request.endpoint)
        do throws(SharedWork<Key, Attempt>.WaitError) {
            let arrival = try await transfers.result(of: key, by: request.deadline) { deadline in
                await attempt(FetchRequest(request.endpoint, for: request.provider, by: deadline), next)
            }
            return (arrival.value, arrival.deadline)
        } catch {
            throw error == .late ? .timedOut("\(url.host) did not answer in time") : .cancelled
        }
    }
}

extension Attempt {
    fileprivate var endedEarly: Bool { if case .failure(.timedOut) = self { true } else { false } }
}
