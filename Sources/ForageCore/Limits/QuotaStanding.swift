public import Essentials

/// How much of a quota is left.
public struct QuotaStanding: Hashable, Sendable {
    /// How many requests are allowed in the time that runs.
    public var limit: Int
    /// How many of them are left.
    public var remaining: Int
    /// When that time began.
    public var start: Date
    /// When it ends, and all are there again.
    public var reset: Date
    /// Whether a person set the limit.
    public var isOwn: Bool
    /// Whether the limit is that for who has a token.
    package var isOfToken = false

    /// Describes how much is left.
    public init(limit: Int, remaining: Int, start: Date, reset: Date, isOwn: Bool = false) {
        self.limit = limit
        self.remaining = remaining
        self.start = start
        self.reset = reset
        self.isOwn = isOwn
    }
}

extension QuotaStanding {
    /// A time that nobody used any of yet.
    init(_ quota: Quota, at now: Date) {
        self.init(
            limit: quota.count, remaining: quota.count, start: now, reset: quota.end(from: now),
            isOwn: quota.isOwn)
        isOfToken = quota.isOfToken
    }

    /// A time of which a service told first.
    init(_ notice: QuotaNotice, at now: Date) {
        self.init(
            limit: notice.limit ?? notice.remaining, remaining: notice.remaining, start: now,
            reset: notice.reset ?? now + Self.usualPeriod)
    }

    /// The standing under a quota that may have been changed since; what was used stays used.
    func held(to quota: Quota?, at now: Date) -> QuotaStanding? {
        var standing = settled(at: now)
        guard standing.reset > now else { return quota.map { QuotaStanding($0, at: now) } }
        guard let quota else { return isOwn ? nil : standing }
        if isOwn != quota.isOwn || isOfToken != quota.isOfToken || quota.isOwn && limit != quota.count {
            standing.limit = quota.count
            standing.remaining = max(0, quota.count - (limit - remaining))
            standing.isOwn = quota.isOwn
            standing.isOfToken = quota.isOfToken
        }
        return standing
    }

    /// Where the clock was set back, the time begins now instead of in the future.
    private func settled(at now: Date) -> QuotaStanding {
        guard start > now else { return self }
        var standing = self
        standing.start = now
        standing.reset = now + reset.timeIntervalSince(start)
        return standing
    }

    /// Takes the service at its word, save where a person allows less. Requests that are still under way are
    /// not in its count, so the lower one holds.
    mutating func hear(_ notice: QuotaNotice, at now: Date) {
        let word = notice.limit ?? limit
        remaining = isOwn || word == limit ? min(remaining, notice.remaining) : min(word, notice.remaining)
        guard !isOwn else { return }
        limit = word
        if let reset = notice.reset, reset > now {
            start = now
            self.reset = reset
        }
    }

    /// How long a service's quota lasts that does not say.
    private static let usualPeriod: TimeInterval = 3600
}
