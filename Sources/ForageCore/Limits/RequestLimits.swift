internal import Platform

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
