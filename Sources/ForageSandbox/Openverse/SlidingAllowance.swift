/// How many requests may be made within any minute and within any day; those that are refused do not count.
struct SlidingAllowance {
    private let limits: [(count: Int, period: Duration)]
    private var times: [ContinuousClock.Instant] = []

    init(perMinute: Int, perDay: Int) {
        limits = [(perMinute, .seconds(60)), (perDay, .seconds(86_400))]
    }

    /// Takes one request, if there is any to be had.
    ///
    /// - Returns: In how many seconds there is one, if not now.
    mutating func take(at now: ContinuousClock.Instant) -> Int? {
        times.removeAll { now - $0 >= .seconds(86_400) }
        let waits = limits.compactMap { limit in
            times.dropLast(limit.count - 1).last.map { limit.period - (now - $0) }
        }
        if let wait = waits.max(), wait > .zero {
            return max(1, Int((wait / .seconds(1)).rounded(.up)))
        }
        times.append(now)
        return nil
    }
}
