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

extension DownloadFailure {
    /// A host that is not asked again so soon.
    static func resting(_ host: String, _ rest: Duration, after status: String? = nil) -> DownloadFailure {
        let words = status.map { "\(host) answered \($0) and" } ?? host
        let seconds = Int((rest / .seconds(1)).rounded(.up))
        let time = seconds < 120 ? "\(seconds) s" : "\((seconds + 59) / 60) min"
        return .refused("\(words) wants to be left alone for \(time)", isPassing: false, rest: rest)
    }
}
