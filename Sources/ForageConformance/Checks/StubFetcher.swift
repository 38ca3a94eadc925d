package import ForageCore
internal import Synchronization

/// A fetcher that answers with a closure and records the requests.
package final class StubFetcher: Fetcher {
    package typealias Answer = @Sendable (Endpoint) async throws(FetchError) -> Fetched

    private let answer: Answer
    private let asked = Mutex<[Endpoint]>([])

    package init(_ answer: @escaping Answer) { self.answer = answer }

    /// Answers every request with one response from the network.
    package convenience init(_ response: Response) {
        self.init { _ in Fetched(response, origin: .network) }
    }

    /// All requests so far, in order.
    package var endpoints: [Endpoint] { asked.withLock(\.self) }

    package func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        asked.withLock { $0.append(endpoint) }
        return try await answer(endpoint)
    }
}
