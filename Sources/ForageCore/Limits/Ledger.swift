public import Platform
internal import Synchronization

/// The account of what every provider was asked and how it went, kept by all who draw on it together.
///
/// The rules are ``ProviderState``'s; a ledger applies them to what it keeps, one change at a time. It never
/// fails a search: one that cannot be written still counts for this program.
public protocol Ledger: Sendable {
    /// Takes leave for one request, if there is any to be had.
    ///
    /// - Parameters:
    ///   - provider: Whom the request is for.
    ///   - limits: How much it may be asked.
    ///   - latest: Until when the request can wait for its turn.
    /// - Returns: When it may be sent, or why not.
    func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async -> Admission

    /// Notes how a request went that leave was taken for.
    func note(_ ending: RequestEnding, of provider: ProviderID) async

    /// How every provider stands that was ever asked.
    func states() async -> [ProviderID: ProviderState]

    /// Forgets all about a provider.
    ///
    /// - Returns: Whether that could be done.
    @discardableResult
    func reset(_ provider: ProviderID) async -> Bool

    /// Returns when everything is kept that was noted.
    func finish() async
}

extension Ledger {
    /// Returns at once: most keep a note before they return from taking it.
    public func finish() async {}
}

/// Whether a request may be sent.
public enum Admission: Hashable, Sendable {
    /// It may, at this time and not before.
    case granted(at: Date)
    /// It may not.
    case refused(Pause)
}

/// A time in which a provider is not asked.
public struct Pause: Hashable, Sendable {
    /// When it ends.
    public let end: Date
    /// Why it is, in half a sentence.
    public let reason: String

    /// States until when and why.
    public init(until end: Date, _ reason: String) {
        self.end = end
        self.reason = reason
    }
}

/// How a request went, as far as a ``Ledger`` takes note of it.
public struct RequestEnding: Hashable, Sendable {
    /// What came of it.
    public var kind: Kind
    /// What the service said of its quota.
    public var quota: QuotaNotice?

    /// What came of a request.
    public enum Kind: Hashable, Sendable {
        /// The service answered, if only that there is no such thing.
        case answered(String)
        /// What it answered, which was noted already, cannot be read. Why is not kept, since that quotes the answer.
        case unread
        /// The service answered that it wants to be left alone until then.
        case deferred(Pause)
        /// The service failed.
        case failed(String)
        /// There was no answer; that may lie with the service or with this machine.
        case unanswered(String)
        /// Nobody was there to send it to; that may lie with the service or with this machine.
        case unreached(String)
        /// It was tried again, and that counts.
        case repeated
        /// It was given up before it ended.
        case abandoned
        /// It was never sent.
        case unsent
    }

    /// Describes how a request went.
    public init(_ kind: Kind, quota: QuotaNotice? = nil) {
        self.kind = kind
        self.quota = quota
    }
}

/// What a service says of its quota in an answer.
public struct QuotaNotice: Hashable, Sendable {
    /// How many requests it allows in a time.
    public let limit: Int?
    /// How many of them are left.
    public let remaining: Int
    /// When they are all there again.
    public let reset: Date?

    /// Repeats what a service says.
    public init(limit: Int? = nil, remaining: Int, reset: Date? = nil) {
        self.limit = limit
        self.remaining = max(0, remaining)
        self.reset = reset
    }
}

/// A ledger of this program alone, gone with it.
public final class MemoryLedger: Ledger {
    private let kept = Mutex<[ProviderID: ProviderState]>([:])
    private let now: @Sendable () -> Date

    /// Opens an empty ledger.
    public convenience init() { self.init(now: { Date() }) }

    /// Tells the time by a clock of the caller's.
    package init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// Takes leave for one request, if there is any to be had.
    public func take(from provider: ProviderID, within limits: RequestLimits, by latest: Date) async
        -> Admission
    {
        kept.withLock {
            $0[provider, default: ProviderState()].take(within: limits, at: now(), by: latest)
        }
    }

    /// Notes how a request went that leave was taken for.
    public func note(_ ending: RequestEnding, of provider: ProviderID) async {
        kept.withLock { $0[provider, default: ProviderState()].note(ending, at: now()) }
    }

    /// How every provider stands that was ever asked.
    public func states() async -> [ProviderID: ProviderState] { kept.withLock(\.self) }

    /// Forgets all about a provider, which can always be done.
    @discardableResult
    public func reset(_ provider: ProviderID) async -> Bool {
        kept.withLock { $0[provider] = nil }
        return true
    }
}
