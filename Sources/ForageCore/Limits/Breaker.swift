public import Platform

/// Keeps a provider from being asked for a while when it fails again and again.
///
/// After that one request tries it: if it goes well the breaker is closed, else the next while is longer.
/// What may as well lie with this machine, such as that nobody can be reached, never makes it longer.
public struct Breaker: Hashable, Sendable {
    /// How often the provider failed since it last answered.
    public var failureCount: Int
    /// In which time it is not asked; one that is past is waiting for the request that tries.
    public var pause: Pause?
    /// Until when the request that tries has time; others wait for it.
    public var trialEnd: Date?

    /// Describes a breaker; a new one is closed.
    public init(failureCount: Int = 0, pause: Pause? = nil, trialEnd: Date? = nil) {
        self.failureCount = failureCount
        self.pause = pause
        self.trialEnd = trialEnd
    }
}

extension Breaker {
    /// Whether it failed so often that it is kept from being asked, or tried with one request at most.
    package var isOpen: Bool { pause != nil }

    /// So many failures are nothing yet.
    static let patience = 2
    static let steps: [TimeInterval] = [30, 60, 300, 900, 1800, 3600]
    static let trialPeriod: TimeInterval = 30

    /// Why nothing may be asked now; nil where it may.
    func refusal(at now: Date) -> Pause? {
        guard let pause else { return nil }
        if pause.end > now {
            return Pause(until: min(pause.end, now + (Self.steps.last ?? 0)), pause.reason)
        }
        guard let trialEnd, trialEnd > now else { return nil }
        return Pause(until: min(trialEnd, now + Self.trialPeriod), "it is being tried after \(pause.reason)")
    }

    /// A request is sent; where the pause is over, it is the one that tries.
    mutating func begin(at now: Date) {
        if pause != nil { trialEnd = now + Self.trialPeriod }
    }

    /// A request failed: surely the service's fault, or perhaps this machine's.
    mutating func fail(_ reason: String, isOfService: Bool, at now: Date) {
        // Requests that were under way together fail together; that is one failure.
        if let pause, pause.end > now { return }
        trialEnd = nil
        failureCount =
            isOfService ? failureCount + 1 : max(failureCount, min(failureCount, Self.patience) + 1)
        guard failureCount > Self.patience else { return }
        let step = isOfService ? min(failureCount - Self.patience, Self.steps.count) - 1 : 0
        pause = Pause(until: now + Self.steps[step], reason)
    }
}
