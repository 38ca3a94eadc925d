public import Platform

/// How a provider stands with those who ask it: what is left of its quota, whether it may be asked now, how it
/// last went.
///
/// Every change is a pure function of the standing, what happens and the time, so that every ledger keeps the
/// same rules.
public struct ProviderState: Hashable, Sendable {
    /// What is left of its quota; nil where none is known.
    public var quota: QuotaState?
    /// When the next request may be sent after all those that took leave, at its pace without any burst.
    public var nextTurn: Date?
    /// In which time the service wants to be left alone.
    public var deferral: Pause?
    /// Whether it failed again and again.
    public var breaker: Breaker
    /// How it last went.
    public var last: LastRequest?

    /// How a request ended that is over.
    public struct LastRequest: Hashable, Sendable {
        /// When.
        public let date: Date
        /// How, in half a sentence.
        public let words: String
        /// Whether the provider answered what can be read.
        public let isAnswer: Bool

        /// Describes a request that is over.
        public init(_ date: Date, _ words: String, isAnswer: Bool) {
            self.date = date
            self.words = words
            self.isAnswer = isAnswer
        }
    }

    /// A provider that was never asked.
    public init() { breaker = Breaker() }

    /// Why it is not asked now; nil where it may be.
    public func pause(at now: Date) -> Pause? {
        if let deferral, deferral.end > now {
            return Pause(until: min(deferral.end, now + Self.longestDeferral), deferral.reason)
        }
        if let refusal = breaker.refusal(at: now) { return refusal }
        guard let quota, quota.remaining == 0, quota.reset > now else { return nil }
        return Pause(until: quota.reset, quota.usedUp)
    }
}

extension ProviderState {
    /// Takes leave for one request.
    ///
    /// - Parameters:
    ///   - limits: How much may be asked.
    ///   - now: The time.
    ///   - latest: Until when the request can wait for its turn.
    /// - Returns: When it may be sent, or why not; then nothing has changed.
    public mutating func take(within limits: RequestLimits, at now: Date, by latest: Date) -> Admission {
        var next = self
        next.quota =
            quota.map { $0.held(to: limits.quota, at: now) } ?? limits.quota.map { .init($0, at: now) }
        // Who has a token since was not meant.
        if let quota, let other = limits.quota, quota.isOfToken != other.isOfToken { next.deferral = nil }
        if let pause = next.pause(at: now) { return .refused(pause) }
        let turn = next.takeTurn(limits.pace, at: now)
        guard turn == now || turn <= latest else {
            return .refused(Pause(until: turn, "it is asked no faster"))
        }
        next.quota?.remaining -= 1
        next.breaker.begin(at: now)
        self = next
        return .granted(at: turn)
    }

    /// Lets requests follow each other at a pace; nothing but the next turn has to be kept for that.
    private mutating func takeTurn(_ pace: Pace?, at now: Date) -> Date {
        guard let pace else { return now }
        let step = 1 / pace.perSecond
        let lead = Double(pace.burst - 1) * step
        // A turn far ahead is of a clock that was set back.
        let next = nextTurn.map { $0 > now + lead + step + Self.longestQueue ? now : max(now, $0) } ?? now
        nextTurn = next + step
        return max(now, next - lead)
    }

    /// Notes how a request went.
    public mutating func note(_ ending: RequestEnding, at now: Date) {
        if let notice = ending.quota { hear(notice, at: now) }
        switch ending.kind {
        case .answered(let words):
            breaker = Breaker()
            last = LastRequest(now, words, isAnswer: true)
        case .unread: last = LastRequest(now, "its answer could not be read", isAnswer: false)
        case .deferred(let pause):
            breaker.trialEnd = nil
            deferral = Pause(until: min(pause.end, now + Self.longestDeferral), pause.reason)
            last = LastRequest(now, pause.reason, isAnswer: false)
        case .failed(let reason): fail(reason, isOfService: true, at: now)
        case .unanswered(let reason): fail(reason, isOfService: false, at: now)
        case .unreached(let reason):
            fail(reason, isOfService: false, at: now)
            giveBack()
        case .repeated, .abandoned: breaker.trialEnd = nil
        case .unsent:
            breaker.trialEnd = nil
            giveBack()
        }
    }

    /// Gives a request back to the quota that never left.
    private mutating func giveBack() {
        if let quota { self.quota?.remaining = min(quota.limit, quota.remaining + 1) }
    }

    private mutating func hear(_ notice: QuotaNotice, at now: Date) {
        if quota == nil { quota = QuotaState(notice, at: now) }
        quota?.hear(notice, at: now)
    }

    private mutating func fail(_ reason: String, isOfService: Bool, at now: Date) {
        breaker.fail(reason, isOfService: isOfService, at: now)
        last = LastRequest(now, reason, isAnswer: false)
    }

    /// Whatever a service says, it is asked again after a day.
    static let longestDeferral: TimeInterval = 24 * 3600
    private static let longestQueue: TimeInterval = 600
}

/// How much of a quota is left.
public struct QuotaState: Hashable, Sendable {
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

extension QuotaState {
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
    func held(to quota: Quota?, at now: Date) -> QuotaState? {
        var state = settled(at: now)
        guard state.reset > now else { return quota.map { QuotaState($0, at: now) } }
        guard let quota else { return isOwn ? nil : state }
        if isOwn != quota.isOwn || isOfToken != quota.isOfToken || quota.isOwn && limit != quota.count {
            state.limit = quota.count
            state.remaining = max(0, quota.count - (limit - remaining))
            state.isOwn = quota.isOwn
            state.isOfToken = quota.isOfToken
        }
        return state
    }

    /// Where the clock was set back, the time begins now instead of in the future.
    private func settled(at now: Date) -> QuotaState {
        guard start > now else { return self }
        var state = self
        state.start = now
        state.reset = now + reset.timeIntervalSince(start)
        return state
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

extension QuotaState {
    fileprivate var usedUp: String {
        isOwn ? "the quota of \(limit) that you set is used up" : "its quota of \(limit) is used up"
    }
}
