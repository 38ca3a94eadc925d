internal import Synchronization

/// The requests that a service still accepts in the current minute, which starts with its first request.
final class MinuteAllowance: Sendable {
    let limit: Int
    private let state = Mutex<(start: ContinuousClock.Instant, count: Int)?>(nil)

    init(_ limit: Int) { self.limit = limit }

    /// Takes one request. The request is refused if the number left is negative. The seconds are the time to the next
    /// minute.
    func take(at now: ContinuousClock.Instant = .now) -> (left: Int, seconds: Int) {
        state.withLock { state in
            var (start, count) = state ?? (now, 0)
            if now - start >= .seconds(60) { (start, count) = (now, 0) }
            state = (start, count + 1)
            return (limit - count - 1, max(1, 60 - Int((now - start).components.seconds)))
        }
    }
}

/// The requests that a key may still make. The full number is restored at each full hour.
final class HourAllowance: Sendable {
    let limit: Int
    private let used = Mutex((hour: 0, count: 0))

    init(_ limit: Int) { self.limit = limit }

    /// Takes one request.
    ///
    /// - Parameter seconds: The time, since 1970.
    /// - Returns: The number of requests left; nil if the request is refused.
    func take(at seconds: Int) -> Int? {
        used.withLock { used in
            if used.hour != seconds / 3_600 { used = (seconds / 3_600, 0) }
            guard used.count < limit else { return nil }
            used.count += 1
            return limit - used.count
        }
    }
}

/// The limits for any minute and any day; refused requests do not count.
struct SlidingAllowance {
    private let limits: [(count: Int, period: Duration)]
    private var times: [ContinuousClock.Instant] = []

    init(perMinute: Int, perDay: Int) {
        limits = [(perMinute, .seconds(60)), (perDay, .seconds(86_400))]
    }

    /// Takes one request, if the limits permit it.
    ///
    /// - Returns: The seconds to wait if the request is refused; nil otherwise.
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
