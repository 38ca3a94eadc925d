public import Platform

/// The state of requests to a provider: its remaining quota, whether a request is allowed now, and its last request.
///
/// Every change is a pure function of the state, the event and the time, so that every ledger applies the same rules.
public struct ProviderState: Hashable, Sendable {
    /// The remaining quota; nil if none is known.
    public var quota: QuotaState?
    /// The time for the next request after all admitted ones, at the given pace without bursts.
    public var nextTurn: Date?
    /// The period in which the service asked not to receive requests.
    public var deferral: Pause?
    /// The breaker that counts repeated failures.
    public var breaker: Breaker
    /// The result of the last request.
    public var last: LastRequest?

    /// The result of a finished request.
    public struct LastRequest: Hashable, Sendable {
        /// The time when it finished.
        public let date: Date
        /// The result, as a clause.
        public let words: String
        /// Indicates whether the provider gave a readable answer.
        public let isAnswer: Bool

        /// Creates the result of a finished request.
        public init(_ date: Date, _ words: String, isAnswer: Bool) {
            self.date = date
            self.words = words
            self.isAnswer = isAnswer
        }
    }

    /// Creates the state of a provider that never had a request.
    public init() { breaker = Breaker() }

    /// The reason why no request is allowed now; nil if one is.
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
    /// Ends a pause after failures, because the user insists. A further failure begins another.
    ///
    /// - Returns: The pause that remains because the service or its terms require it; nil if a request is allowed.
    public mutating func insist(at now: Date) -> Pause? {
        var next = self
        next.breaker.pause = nil
        next.breaker.trialEnd = nil
        if let pause = next.pause(at: now) { return pause }
        self = next
        return nil
    }

    /// Requests admission for one request.
    ///
    /// - Parameters:
    ///   - limits: The limits of the provider.
    ///   - now: The current time.
    ///   - latest: The latest time at which the request can still be sent.
    /// - Returns: The time at which it may be sent, or the reason for a refusal, in which case nothing has changed.
    public mutating func take(within limits: RequestLimits, at now: Date, by latest: Date) -> Admission {
        var next = self
        next.quota =
            quota.map { $0.held(to: limits.quota, at: now) } ?? limits.quota.map { .init($0, at: now) }
        // A pause for requests without a token does not apply to those with one, and vice versa.
        if let quota, let other = limits.quota, quota.isOfToken != other.isOfToken { next.deferral = nil }
        if let pause = next.pause(at: now) { return .refused(pause) }
        let turn = next.takeTurn(limits.pace, at: now)
        guard turn == now || turn <= latest else {
            return .refused(Pause(until: turn, "its rate limit is reached"))
        }
        next.quota?.remaining -= 1
        next.breaker.begin(at: now)
        self = next
        return .granted(at: turn)
    }

    /// Returns the time for a request at a pace. Only the time for the next request needs to be stored.
    private mutating func takeTurn(_ pace: Pace?, at now: Date) -> Date {
        guard let pace else { return now }
        let step = 1 / pace.perSecond
        let lead = Double(pace.burst - 1) * step
        // A time far in the future means that the clock was set back.
        let next = nextTurn.map { $0 > now + lead + step + Self.longestQueue ? now : max(now, $0) } ?? now
        nextTurn = next + step
        return max(now, next - lead)
    }

    /// Notes the result of a request.
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

    /// Returns an unsent request to the quota.
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

    /// The maximum pause that a service can request: a day.
    static let longestDeferral: TimeInterval = 24 * 3600
    private static let longestQueue: TimeInterval = 600
}

/// The remaining part of a quota.
public struct QuotaState: Hashable, Sendable {
    /// The number of requests allowed in the current period.
    public var limit: Int
    /// The number of requests left.
    public var remaining: Int
    /// The start of the period.
    public var start: Date
    /// The end of the period, when the whole quota is available again.
    public var reset: Date
    /// Indicates whether the user set the limit.
    public var isOwn: Bool
    /// Indicates whether the limit applies only with a token.
    package var isOfToken = false

    /// Creates the state of a quota.
    public init(limit: Int, remaining: Int, start: Date, reset: Date, isOwn: Bool = false) {
        self.limit = limit
        self.remaining = remaining
        self.start = start
        self.reset = reset
        self.isOwn = isOwn
    }
}

extension QuotaState {
    /// Creates the state of an unused quota.
    init(_ quota: Quota, at now: Date) {
        self.init(
            limit: quota.count, remaining: quota.count, start: now, reset: quota.end(from: now),
            isOwn: quota.isOwn)
        isOfToken = quota.isOfToken
    }

    /// Creates the state of a quota that a service states for the first time.
    init(_ notice: QuotaNotice, at now: Date) {
        self.init(
            limit: notice.limit ?? notice.remaining, remaining: notice.remaining, start: now,
            reset: notice.reset ?? now + Self.usualPeriod)
    }

    /// The state under a quota that may have changed; used requests remain used.
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

    /// The state with the period starting now if the clock was set back before its start.
    private func settled(at now: Date) -> QuotaState {
        guard start > now else { return self }
        var state = self
        state.start = now
        state.reset = now + reset.timeIntervalSince(start)
        return state
    }

    /// Adopts a quota that the service states, unless the user set a lower one. Requests in progress are not in the
    /// service's count, so the lower count applies.
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

    /// The length of a service's period if it does not state one.
    private static let usualPeriod: TimeInterval = 3600
}

extension QuotaState {
    fileprivate var usedUp: String {
        isOwn ? "the quota of \(limit) that you set is used up" : "its quota of \(limit) is used up"
    }
}

/// Suspends requests to a provider for a while after repeated failures.
///
/// Afterwards one trial request is sent: if it succeeds, the breaker closes; if not, the next pause is longer. Failures
/// that may be caused by this machine, such as an unreachable network, never lengthen the pause.
public struct Breaker: Hashable, Sendable {
    /// The number of failures since the provider last answered.
    public var failureCount: Int
    /// The period without requests; one that has ended remains until a trial request succeeds.
    public var pause: Pause?
    /// The time until which other requests wait for the trial request.
    public var trialEnd: Date?

    /// Creates a breaker; closed by default.
    public init(failureCount: Int = 0, pause: Pause? = nil, trialEnd: Date? = nil) {
        self.failureCount = failureCount
        self.pause = pause
        self.trialEnd = trialEnd
    }
}

extension Breaker {
    /// Indicates whether failures suspended requests, so that at most one trial request is allowed.
    package var isOpen: Bool { pause != nil }

    /// The number of failures that have no effect.
    static let patience = 2
    static let steps: [TimeInterval] = [30, 60, 300, 900, 1800, 3600]
    static let trialPeriod: TimeInterval = 30

    /// The reason why no request is allowed now; nil if one is.
    func refusal(at now: Date) -> Pause? {
        guard let pause else { return nil }
        if pause.end > now {
            return Pause(until: min(pause.end, now + (Self.steps.last ?? 0)), pause.reason)
        }
        guard let trialEnd, trialEnd > now else { return nil }
        return Pause(
            until: min(trialEnd, now + Self.trialPeriod),
            "it is being tried again after a failure: \(pause.reason)")
    }

    /// Notes that a request is sent; if the pause is over, it is the trial request.
    mutating func begin(at now: Date) {
        if pause != nil { trialEnd = now + Self.trialPeriod }
    }

    /// Notes a failed request, caused by the service or perhaps by this machine.
    mutating func fail(_ reason: String, isOfService: Bool, at now: Date) {
        // Requests in progress at the same time fail together, which counts as one failure.
        if let pause, pause.end > now { return }
        trialEnd = nil
        failureCount =
            isOfService ? failureCount + 1 : max(failureCount, min(failureCount, Self.patience) + 1)
        guard failureCount > Self.patience else { return }
        let step = isOfService ? min(failureCount - Self.patience, Self.steps.count) - 1 : 0
        pause = Pause(until: now + Self.steps[step], reason)
    }
}
