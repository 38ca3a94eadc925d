package import ForageCore
internal import Synchronization

/// A source that calls a closure for its answers, and records its requests.
package final class StubSource: Source {
    package typealias Answer =
        @Sendable (ProviderRequest, ContinuousClock.Instant) async -> SourceAnswer

    package let info: ProviderInfo
    private let answer: Answer
    private let asked = Mutex<[ProviderRequest]>([])

    package init(_ info: ProviderInfo, answer: @escaping Answer) {
        self.info = info
        self.answer = answer
    }

    /// The requests, in order.
    package var requests: [ProviderRequest] { asked.withLock(\.self) }

    package func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        asked.withLock { $0.append(request) }
        return await answer(request, deadline)
    }
}
