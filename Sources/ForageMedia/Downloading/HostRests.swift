internal import ForageCore
internal import Synchronization

/// Which hosts want to be left alone, and for how long: where one file had to wait for long, others need not ask.
final class HostRests: Sendable {
    private let ends = Mutex<[String: ContinuousClock.Instant]>([:])

    /// Less than this is waited for.
    static let leastDuration = Duration.seconds(10)

    func note(_ rest: Duration, for url: WebURL) {
        ends.withLock { ends in
            let end = ContinuousClock.now + rest
            ends[url.host] = max(end, ends[url.host] ?? end)
        }
    }

    /// How long the host of an address still wants to rest; nil where it may be asked.
    func rest(for url: WebURL) -> Duration? {
        let now = ContinuousClock.now
        return ends.withLock { $0[url.host] }.flatMap { $0 > now ? $0 - now : nil }
    }
}
