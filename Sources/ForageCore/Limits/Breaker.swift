public import Platform

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
