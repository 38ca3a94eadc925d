public import Essentials

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
