internal import ForageCore
internal import Sharing
internal import Synchronization

/// The tokens that services gave, in memory alone. Who wants one while it is being asked for waits for that.
final class Tokens: Sendable {
    private let kept = Mutex<[ProviderID: Token]>([:])
    private let requests = SharedWork<ProviderID, Result<Token, FetchFailure>>()
    let now: @Sendable () -> ContinuousClock.Instant

    /// A request takes no longer, however much time there is.
    private static let patience: Duration = .seconds(10)

    /// - Parameter now: The clock by which they end.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The token of a provider that is kept, else another one.
    ///
    /// - Parameters:
    ///   - provider: Whose it is.
    ///   - deadline: When it is of no more use.
    ///   - ask: Asks the service for one.
    /// - Returns: The token.
    /// - Throws: ``FetchFailure`` when there is none.
    func token(
        of provider: About, by deadline: ContinuousClock.Instant,
        _ ask: @escaping @Sendable (ContinuousClock.Instant) async throws(FetchFailure) -> Token
    ) async throws(FetchFailure) -> Token {
        if let token = current(of: provider.id) { return token }
        let deadline = min(deadline, .now + Self.patience)
        while true {
            let (result, end) = try await join(provider, by: deadline, ask)
            // Whoever asked first had less time.
            if case .failure(.timedOut) = result, deadline > end, .now < deadline, !Task.isCancelled {
                continue
            }
            return try result.get()
        }
    }

    /// Forgets a token that is refused, unless another one took its place.
    func drop(_ token: Token, of provider: ProviderID) {
        kept.withLock { if $0[provider] === token { $0[provider] = nil } }
    }

    private func current(of provider: ProviderID) -> Token? {
        let now = now()
        return kept.withLock { $0[provider] }.flatMap { $0.renewal > now ? $0 : nil }
    }

    private func join(
        _ provider: About, by deadline: ContinuousClock.Instant,
        _ ask: @escaping @Sendable (ContinuousClock.Instant) async throws(FetchFailure) -> Token
    ) async throws(FetchFailure) -> (Result<Token, FetchFailure>, ContinuousClock.Instant) {
        do throws(SharedWork<ProviderID, Result<Token, FetchFailure>>.Departure) {
            let arrival = try await requests.result(of: provider.id, by: deadline) { [self] deadline in
                // It may have come since it was looked for.
                if let token = current(of: provider.id) { return .success(token) }
                do throws(FetchFailure) {
                    let token = try await ask(deadline)
                    kept.withLock { $0[provider.id] = token }
                    return .success(token)
                } catch {
                    return .failure(error)
                }
            }
            return (arrival.value, arrival.deadline)
        } catch {
            throw error == .late ? .timedOut("\(provider.name) gave no token in time") : .cancelled
        }
    }
}
