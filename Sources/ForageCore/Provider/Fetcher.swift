public import Platform
internal import Synchronization

/// Carries out endpoints, by means of the network, a cache, a recording or a file.
public protocol Fetcher: Sendable {
    /// Carries out one request.
    ///
    /// - Parameters:
    ///   - endpoint: The request, with its keys only named.
    ///   - provider: The provider that makes the request; it determines the permitted origins and keys.
    ///   - deadline: The time after which the response is no longer useful.
    /// - Returns: The response, whatever its status, and its origin.
    /// - Throws: ``FetchError`` if there is no response.
    func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched

    /// Takes note of responses that the provider cannot use. Does nothing by default.
    func report(_ verdict: AnswerVerdict, on answers: [Fetched], for provider: ProviderInfo) async

    /// The current time for the provider: the system time by default; in a replay, the time when the response was
    /// received.
    func now(for provider: ProviderID) -> Date
}

extension Fetcher {
    /// Does nothing.
    public func report(_ verdict: AnswerVerdict, on answers: [Fetched], for provider: ProviderInfo) async {}

    /// The system time.
    public func now(for provider: ProviderID) -> Date { Date() }
}

/// The reason why a provider cannot use some responses.
public enum AnswerVerdict: Hashable, Sendable {
    /// They cannot be read.
    case unreadable
    /// They state that the service refuses.
    case refused
    /// They are damaged or contain nothing that an item can be made from.
    case doubtful
}

/// A response with its origin.
public struct Fetched: Hashable, Sendable {
    /// The response.
    public var response: Response
    /// The origin of the response.
    public var origin: Outcome.Origin
    /// The key under which the cache stores it; nil if it is not stored.
    package var key: CacheKey?

    /// Pairs a response with its origin.
    public init(_ response: Response, origin: Outcome.Origin) {
        self.response = response
        self.origin = origin
    }
}

/// The reason why there is no response.
public enum FetchError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No server could be reached or the connection failed: the message names the host and the reason. `isUnsent` is
    /// true if it is certain that nothing was sent.
    case unreachable(String, isUnsent: Bool = false)
    /// There was no response in time; the message describes what was awaited.
    case timedOut(String)
    /// The request is not allowed; the message states the reason.
    case notAllowed(String)
    /// The keys of the provider may not be sent to this origin.
    case keysNotAllowed(ProviderID, to: Origin)
    /// A server imitates the services but not this one; the message states it.
    case notSimulated(String)
    /// A key that the request needs is not set.
    case missingKey(String)
    /// The service accepts none of its keys; the message quotes the service and suggests a remedy.
    case denied(String)
    /// No request may be sent to the service now; the date is the earliest time for one.
    case throttled(Date?, String)
    /// The server's response was not valid HTTP, or there were too many redirects.
    case broken(String)
    /// The search was cancelled.
    case cancelled

    /// The text as it is printed.
    public var description: String {
        switch self {
        case .unreachable(let reason, _), .timedOut(let reason), .notAllowed(let reason),
            .notSimulated(let reason), .denied(let reason), .broken(let reason), .throttled(_, let reason):
            reason
        case .keysNotAllowed(let provider, let origin):
            "keys of \(provider) may not be sent to \(origin); allow it in your own configuration file"
        case .missingKey(let name): "the key \(name) is not set"
        case .cancelled: "cancelled"
        }
    }
}

/// Records each step of a request, for diagnosis.
///
/// It is task-local, so no layer has to pass it on:
///
/// ```swift
/// let trace = FetchTrace { stage, sentence in print("\(stage): \(sentence)") }
/// try await FetchTrace.$current.withValue(trace) { try await forage.fetch(endpoint) }
/// ```
public struct FetchTrace: Sendable {
    /// The trace of this task's requests; usually nil.
    @TaskLocal public static var current: FetchTrace?

    /// The layer of Forage where a step happens.
    public enum Stage: String, Sendable {
        /// The stored responses and their rules.
        case cache
        /// Sharing one request among several callers.
        case coalescing
        /// The limits of a service.
        case limits
        /// Redirects from one address to the next.
        case redirect
        /// The network exchange itself.
        case network
    }

    private let take: @Sendable (Stage, String) -> Void

    /// Creates a trace that calls a closure at each step.
    public init(_ take: @escaping @Sendable (Stage, String) -> Void) { self.take = take }

    /// Records a step in the current trace. The sentence must not contain a key.
    package static func note(_ stage: Stage, _ sentence: @autoclosure () -> String) {
        current?.take(stage, sentence())
    }
}

/// Carries out a request and delivers the body as it arrives, whatever its length.
package protocol StreamingFetcher: Sendable {
    /// Carries out one request. There is no overall time limit as long as bytes arrive.
    ///
    /// - Parameters:
    ///   - endpoint: The request. A header field requests a range of the file.
    ///   - provider: The provider that makes the request.
    /// - Returns: The status and the header fields, with access to the body.
    /// - Throws: ``FetchError`` if there is no response.
    func open(_ endpoint: Endpoint, for provider: ProviderInfo) async throws(FetchError) -> StreamedResponse
}

/// A response whose body is still being received. The transfer ends when the last reference to it is released.
package struct StreamedResponse: Sendable {
    /// The address that answered, the status and the header fields, without the body.
    package let head: Response
    private let read: @Sendable () async throws(FetchError) -> [UInt8]?

    /// Combines a head with a closure that reads the body.
    package init(_ head: Response, read: @escaping @Sendable () async throws(FetchError) -> [UInt8]?) {
        self.head = head
        self.read = read
    }

    /// Returns the next bytes of the body as they were received; nil at its end.
    package func next() async throws(FetchError) -> [UInt8]? { try await read() }
}

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
