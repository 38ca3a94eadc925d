public import Platform
internal import Synchronization

/// A record of the requests to every provider and their results, shared by all who make requests.
///
/// ``ProviderState`` defines the rules; a ledger applies them to its stored states, one change at a time. It never
/// makes a search fail: if it cannot be written, it still applies within this program.
public protocol Ledger: Sendable {
    /// Requests admission for one request.
    ///
    /// - Parameters:
    ///   - provider: The provider that the request is for.
    ///   - limits: The limits of the provider.
    ///   - latest: The latest time at which the request can still be sent.
    /// - Returns: The time at which it may be sent, or the reason for a refusal.
    func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async -> Admission

    /// Notes the result of an admitted request.
    func note(_ ending: RequestEnding, of provider: ProviderID) async

    /// Returns the state of every provider that ever had a request.
    func states() async -> [ProviderID: ProviderState]

    /// Deletes the state of a provider.
    ///
    /// - Returns: True if it could be deleted.
    @discardableResult
    func reset(_ provider: ProviderID) async -> Bool

    /// Ends a pause of a provider after failures, because the user insists.
    ///
    /// - Returns: The pause that remains because the service or its terms require it; nil if a request is allowed.
    func insist(on provider: ProviderID) async -> Pause?

    /// Returns when all notes are stored.
    func finish() async
}

extension Ledger {
    /// Returns at once: most ledgers store a note before `note(_:of:)` returns.
    public func finish() async {}
}

/// The decision on whether a request may be sent.
public enum Admission: Hashable, Sendable {
    /// It may be sent at this time or later.
    case granted(at: Date)
    /// It may not be sent.
    case refused(Pause)
}

/// A period without requests to a provider.
public struct Pause: Hashable, Sendable {
    /// The end of the period.
    public let end: Date
    /// The reason, as a clause.
    public let reason: String

    /// Creates a pause.
    public init(until end: Date, _ reason: String) {
        self.end = end
        self.reason = reason
    }
}

/// The result of a request, as far as a ``Ledger`` notes it.
public struct RequestEnding: Hashable, Sendable {
    /// The kind of result.
    public var kind: Kind
    /// The quota that the service stated.
    public var quota: QuotaNotice?

    /// The kind of a request's result.
    public enum Kind: Hashable, Sendable {
        /// The service answered, even if only that nothing was found.
        case answered(String)
        /// The answer, which was already noted, cannot be read. The reason is not stored, since it quotes the answer.
        case unread
        /// The service asked not to receive requests in this period.
        case deferred(Pause)
        /// The service failed.
        case failed(String)
        /// There was no answer, because of the service or this machine.
        case unanswered(String)
        /// The server could not be reached, because of the service or this machine.
        case unreached(String)
        /// It failed and is sent again; only the result of the last attempt counts.
        case repeated
        /// It was cancelled before it ended.
        case abandoned
        /// It was never sent.
        case unsent
    }

    /// Creates the result of a request.
    public init(_ kind: Kind, quota: QuotaNotice? = nil) {
        self.kind = kind
        self.quota = quota
    }
}

/// A service's statement of its quota in a response.
public struct QuotaNotice: Hashable, Sendable {
    /// The number of requests allowed in a period.
    public let limit: Int?
    /// The number of requests left.
    public let remaining: Int
    /// The time when the whole quota is available again.
    public let reset: Date?

    /// Creates a notice of a quota.
    public init(limit: Int? = nil, remaining: Int, reset: Date? = nil) {
        self.limit = limit
        self.remaining = max(0, remaining)
        self.reset = reset
    }
}

/// A ledger in memory, for this program only.
public final class MemoryLedger: Ledger {
    private let kept = Mutex<[ProviderID: ProviderState]>([:])
    private let now: @Sendable () -> Date

    /// Creates an empty ledger.
    public convenience init() { self.init(now: { Date() }) }

    /// Creates an empty ledger with a clock.
    package init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Requests admission for one request.
    public func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async
        -> Admission
    {
        kept.withLock {
            $0[provider, default: ProviderState()].take(within: limits, at: now(), by: latest)
        }
    }

    /// Notes the result of an admitted request.
    public func note(_ ending: RequestEnding, of provider: ProviderID) async {
        kept.withLock { $0[provider, default: ProviderState()].note(ending, at: now()) }
    }

    /// Returns the state of every provider that ever had a request.
    public func states() async -> [ProviderID: ProviderState] { kept.withLock(\.self) }

    /// Deletes the state of a provider, which always succeeds.
    @discardableResult
    public func reset(_ provider: ProviderID) async -> Bool {
        kept.withLock { $0[provider] = nil }
        return true
    }

    /// Ends a pause of a provider after failures.
    public func insist(on provider: ProviderID) async -> Pause? {
        kept.withLock { $0[provider]?.insist(at: now()) }
    }
}

/// The number and rate of requests that a service allows.
public struct RequestLimits: Hashable, Sendable {
    /// The number of requests allowed in a period; nil if none is stated.
    public var quota: Quota?
    /// The rate of requests; nil for no limit.
    public var pace: Pace?

    /// Creates limits; the default pace also applies to a service that states none.
    public init(quota: Quota? = nil, pace: Pace? = Pace(perSecond: 10, burst: 40)) {
        self.quota = quota
        self.pace = pace
    }
}

/// A number of requests in a period.
public struct Quota: Hashable, Sendable {
    /// The number of requests.
    public let count: Int
    /// The length of the period.
    public let period: Duration
    /// Indicates whether the user set it. The service's own quota may lower it but never raises it.
    public let isOwn: Bool
    /// Indicates whether it applies only with a token, replacing the general quota.
    package var isOfToken = false
    /// Indicates whether periods end at fixed clock times, such as the full hour, instead of starting with the first
    /// request.
    public let endsByClock: Bool

    /// Creates a quota.
    ///
    /// - Parameters:
    ///   - count: The number of requests.
    ///   - period: The length of the period.
    ///   - isOwn: True if the user set it, so that the service's own quota does not raise it.
    ///   - endsByClock: True if periods end at fixed clock times, such as the full hour.
    public init(_ count: Int, per period: Duration, isOwn: Bool = false, endsByClock: Bool = false) {
        self.count = max(0, count)
        self.period = period
        self.isOwn = isOwn
        self.endsByClock = endsByClock
    }

    /// Returns the end of a period that begins now.
    func end(from now: Date) -> Date {
        let length = period / .seconds(1)
        guard endsByClock, length > 0 else { return now + length }
        let begun = now.timeIntervalSince1970.truncatingRemainder(dividingBy: length)
        return now + (length - begun)
    }
}

/// The rate of requests: a few at once after a pause, then one after another.
public struct Pace: Hashable, Sendable {
    /// The number of requests per second in the long run.
    public let perSecond: Double
    /// The number of requests at once after a pause.
    public let burst: Int

    /// Creates a pace.
    public init(perSecond: Double, burst: Int) {
        self.perSecond = max(0.001, perSecond)
        self.burst = max(1, burst)
    }
}
