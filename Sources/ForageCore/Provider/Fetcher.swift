public import Essentials

/// What carries out an endpoint: the network, a cache before it, a recording, a file.
public protocol Fetcher: Sendable {
    /// Carries out one request.
    ///
    /// - Parameters:
    ///   - endpoint: The request, its keys only named.
    ///   - provider: On whose behalf: which origins and keys are allowed.
    ///   - deadline: When the answer is of no more use.
    /// - Returns: The answer and where it came from, whatever its status.
    /// - Throws: ``FetchFailure`` when there is no answer.
    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched
}

/// An answer with where it came from.
public struct Fetched: Hashable, Sendable {
    /// The answer.
    public var response: Response
    /// Where it came from.
    public var origin: Outcome.Origin
    /// Under what it is kept, if it is; nil where nothing is kept.
    public var key: CacheKey?

    /// Pairs an answer with its origin.
    public init(_ response: Response, origin: Outcome.Origin) {
        self.response = response
        self.origin = origin
    }
}

/// Why there is no answer.
public enum FetchFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody could be reached, or the connection failed: which host, and why; and whether it is certain that nothing was
    /// sent.
    case unreachable(String, isUnsent: Bool = false)
    /// No answer in time: what was being waited for.
    case timedOut(String)
    /// The request is not allowed: the sentence says why, and how to allow it where that can be.
    case notAllowed(String)
    /// A server plays the services, and not this one: the sentence says so.
    case notPlayed(String)
    /// A key that the request needs is not there.
    case missingKey(String)
    /// The service takes the keys for none of its own: its word, and what to do.
    case denied(String)
    /// The service must not be asked now; when it may be.
    case throttled(Date?, String)
    /// The server answered something that is no HTTP, or redirected without end.
    case broken(String)
    /// The search was given up.
    case cancelled

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .unreachable(let reason, _), .timedOut(let reason), .notAllowed(let reason),
            .notPlayed(let reason), .denied(let reason), .broken(let reason), .throttled(_, let reason):
            reason
        case .missingKey(let name): "the key \(name) is not set"
        case .cancelled: "cancelled"
        }
    }
}
