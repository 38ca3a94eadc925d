public import Platform

/// What carries out an endpoint: the network, a cache before it, a recording, a file.
public protocol Fetcher: Sendable {
    /// Carries out one request.
    ///
    /// - Parameters:
    ///   - endpoint: The request, its keys only named.
    ///   - provider: On whose behalf: which origins and keys are allowed.
    ///   - deadline: When the answer is of no more use.
    /// - Returns: The answer and where it came from, whatever its status.
    /// - Throws: ``FetchError`` when there is no answer.
    func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched

    /// Takes note of what the provider made of answers that are of no use. Does nothing by default.
    func report(_ verdict: AnswerVerdict, on answers: [Fetched], for provider: ProviderInfo) async

    /// The time by which the provider goes: now by default; in a replay, when the answer came.
    func now(for provider: ProviderID) -> Date
}

extension Fetcher {
    /// Does nothing.
    public func report(_ verdict: AnswerVerdict, on answers: [Fetched], for provider: ProviderInfo) async {}

    /// Now.
    public func now(for provider: ProviderID) -> Date { Date() }
}

/// Why answers are of no use to the provider that asked for them.
public enum AnswerVerdict: Hashable, Sendable {
    /// They cannot be read.
    case unreadable
    /// They say that the service refuses.
    case refused
    /// They are damaged, or hold nothing that an item can be built of.
    case doubtful
}

/// An answer with where it came from.
public struct Fetched: Hashable, Sendable {
    /// The answer.
    public var response: Response
    /// Where it came from.
    public var origin: Outcome.Origin
    /// The key under which the cache keeps it; nil where nothing is kept.
    package var key: CacheKey?

    /// Pairs an answer with its origin.
    public init(_ response: Response, origin: Outcome.Origin) {
        self.response = response
        self.origin = origin
    }
}

/// Why there is no answer.
public enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody could be reached, or the connection failed: which host, and why; and whether it is certain that nothing was
    /// sent.
    case unreachable(String, isUnsent: Bool = false)
    /// No answer in time: what was being waited for.
    case timedOut(String)
    /// The request is not allowed: the sentence says why.
    case notAllowed(String)
    /// The keys of a provider may not be sent to an origin.
    case keysNotAllowed(ProviderID, to: Origin)
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
        case .keysNotAllowed(let provider, let origin):
            "keys of \(provider) do not go to \(origin); allow it in your own configuration file"
        case .missingKey(let name): "the key \(name) is not set"
        case .cancelled: "cancelled"
        }
    }
}

/// What happens to a request on its way, step by step, for a person who wants to know.
///
/// It goes with the task, so no layer has to hand it on:
///
/// ```swift
/// let trace = FetchTrace { room, sentence in print("\(room): \(sentence)") }
/// try await FetchTrace.$current.withValue(trace) { try await forage.fetch(endpoint) }
/// ```
public struct FetchTrace: Sendable {
    /// Who wants to know about what this task asks for; nobody, usually.
    @TaskLocal public static var current: FetchTrace?

    /// Where something happened.
    public enum Room: String, Sendable {
        /// The stored answers and the rules for them.
        case cache
        /// Several who want the same at once.
        case sharing
        /// What a service may be asked, and when.
        case manners
        /// From one address to the next.
        case redirect
        /// The exchange itself.
        case network
    }

    private let take: @Sendable (Room, String) -> Void

    /// Says what to do with each step.
    public init(_ take: @escaping @Sendable (Room, String) -> Void) { self.take = take }

    /// Tells whoever wants to know. The sentence holds no key.
    package static func note(_ room: Room, _ sentence: @autoclosure () -> String) {
        current?.take(room, sentence())
    }
}

/// Carries out a request and hands over the body as it comes, however long it is.
package protocol StreamingFetcher: Sendable {
    /// Carries out one request. Nothing but its own end limits the time it takes, as long as bytes come.
    ///
    /// - Parameters:
    ///   - endpoint: The request. A range of the file is asked for by a header field.
    ///   - provider: On whose behalf.
    /// - Returns: The status and the header fields, with the body behind them.
    /// - Throws: ``FetchError`` when there is no answer.
    func open(_ endpoint: Endpoint, for provider: ProviderInfo) async throws(FetchError) -> StreamedResponse
}

/// An answer whose body is still on its way. The transfer ends when nobody holds it any more.
package struct StreamedResponse: Sendable {
    /// The address that answered, the status and the header fields; the body is not in it.
    package let head: Response
    private let read: @Sendable () async throws(FetchError) -> [UInt8]?

    /// Joins a head with what reads the body.
    package init(_ head: Response, read: @escaping @Sendable () async throws(FetchError) -> [UInt8]?) {
        self.head = head
        self.read = read
    }

    /// The next bytes of the body as they are on the wire; nil at its end.
    package func next() async throws(FetchError) -> [UInt8]? { try await read() }
}
