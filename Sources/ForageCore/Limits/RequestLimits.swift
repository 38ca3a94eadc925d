internal import Platform

/// How much and how quickly a service may be asked.
public struct RequestLimits: Hashable, Sendable {
    /// How many requests it allows in a time; nil where nobody says.
    public var quota: Quota?
    /// How quickly requests follow each other; nil for as quickly as they come.
    public var pace: Pace?

    /// States limits; a service that states none is still not asked in a rush.
    public init(quota: Quota? = nil, pace: Pace? = Pace(perSecond: 10, burst: 40)) {
        self.quota = quota
        self.pace = pace
    }
}

/// So many requests in a time.
public struct Quota: Hashable, Sendable {
    /// How many requests.
    public let count: Int
    /// In which time.
    public let period: Duration
    /// Whether a person set it. What a service says of itself may lower it and never raises it.
    public let isOwn: Bool
    /// Whether it holds for who has a token, in place of the one for all.
    package var isOfToken = false
    /// Whether the time ends when the clock's does, such as at the full hour, and not counted from the first request.
    public let endsByClock: Bool

    /// Allows so many requests in a time.
    ///
    /// - Parameters:
    ///   - count: How many requests.
    ///   - period: In which time.
    ///   - isOwn: Whether a person set it, so that the service's own word does not raise it.
    ///   - endsByClock: Whether the time ends when the clock's does, such as at the full hour.
    public init(_ count: Int, per period: Duration, isOwn: Bool = false, endsByClock: Bool = false) {
        self.count = max(0, count)
        self.period = period
        self.isOwn = isOwn
        self.endsByClock = endsByClock
    }

    /// When a time that begins now ends.
    func end(from now: Date) -> Date {
        let length = period / .seconds(1)
        guard endsByClock, length > 0 else { return now + length }
        let begun = now.timeIntervalSince1970.truncatingRemainder(dividingBy: length)
        return now + (length - begun)
    }
}

/// How quickly requests follow each other: some at once after a rest, then one after another.
public struct Pace: Hashable, Sendable {
    /// How many a second in the long run.
    public let perSecond: Double
    /// How many at once after a rest.
    public let burst: Int

    /// Allows so many requests a second.
    public init(perSecond: Double, burst: Int) {
        self.perSecond = max(0.001, perSecond)
        self.burst = max(1, burst)
    }
}
