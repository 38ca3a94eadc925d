package import ForageCore
internal import Synchronization

/// A source that answers as it is told and remembers what it was asked.
package final class StubSource: Source {
    package typealias Answer =
        @Sendable (ProviderRequest, ContinuousClock.Instant) async -> SourceAnswer

    package let about: About
    private let answer: Answer
    private let asked = Mutex<[ProviderRequest]>([])

    package init(_ about: About, answer: @escaping Answer) {
        self.about = about
        self.answer = answer
    }

    /// What it was asked, in order.
    package var requests: [ProviderRequest] { asked.withLock(\.self) }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        asked.withLock { $0.append(request) }
        return await answer(request, deadline)
    }
}

/// A fetcher that answers as it is told and remembers what it was asked for.
package final class StubFetcher: Fetcher {
    package typealias Answer = @Sendable (Endpoint) async throws(FetchFailure) -> Fetched

    private let answer: Answer
    private let asked = Mutex<[Endpoint]>([])

    package init(_ answer: @escaping Answer) { self.answer = answer }

    /// Answers every request with one response from the network.
    package convenience init(_ response: Response) {
        self.init { _ in Fetched(response, origin: .network) }
    }

    /// What it was asked for, in order.
    package var endpoints: [Endpoint] { asked.withLock(\.self) }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        asked.withLock { $0.append(endpoint) }
        return try await answer(endpoint)
    }
}
