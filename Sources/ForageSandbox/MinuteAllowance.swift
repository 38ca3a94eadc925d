internal import Synchronization

/// The requests that a service still takes in the current minute, which starts with its first request.
final class MinuteAllowance: Sendable {
    let limit: Int
    private let state = Mutex<(start: ContinuousClock.Instant, count: Int)?>(nil)

    init(_ limit: Int) { self.limit = limit }

    /// Takes one request. It is refused where the number left is negative; the seconds lead to the next minute.
    func take(at now: ContinuousClock.Instant = .now) -> (left: Int, seconds: Int) {
        state.withLock { state in
            var (start, count) = state ?? (now, 0)
            if now - start >= .seconds(60) { (start, count) = (now, 0) }
            state = (start, count + 1)
            return (limit - count - 1, max(1, 60 - Int((now - start).components.seconds)))
        }
    }
}
