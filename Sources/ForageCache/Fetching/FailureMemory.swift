internal import Essentials
internal import ForageCore
internal import Synchronization

/// Who could not be reached or refused a moment ago, so that a burst of requests does not try again and again.
///
/// It lives as long as the program; what lasts longer is for quotas and breakers to know.
final class FailureMemory: Sendable {
    private struct Entry {
        let outcome: Result<Response, FetchFailure>
        let start: Date
        let end: Date
    }

    private let entries = Mutex<[CacheKey: Entry]>([:])
    private static let greatestCount = 256
    private static let afterFailure: TimeInterval = 5
    private static let afterRefusal: TimeInterval = 10
    private static let longest: TimeInterval = 300

    /// A service that says how long it wants to be left alone is left alone so long, within reason.
    private static func span(after outcome: Result<Response, FetchFailure>, at now: Date) -> TimeInterval? {
        switch outcome {
        case .failure(.unreachable): return afterFailure
        case .failure: return nil
        case .success(let response):
            guard response.status == 429 || response.status == 503 else { return nil }
            guard let time = response.retryTime else { return afterRefusal }
            return min(time.date(from: now)?.timeIntervalSince(now) ?? 0, longest)
        }
    }

    /// How the last attempt ended, if that was a moment ago.
    func outcome(for key: CacheKey, at now: Date) -> Result<Response, FetchFailure>? {
        entries.withLock { entries in
            guard let entry = entries[key] else { return nil }
            if entry.start <= now, now < entry.end { return entry.outcome }
            entries[key] = nil
            return nil
        }
    }

    /// Remembers how an attempt ended, if that was badly, and forgets how the one before it did.
    func note(_ outcome: Result<Response, FetchFailure>, for key: CacheKey, at now: Date) {
        guard let span = Self.span(after: outcome, at: now) else {
            entries.withLock { $0[key] = nil }
            return
        }
        entries.withLock { entries in
            if entries.count >= Self.greatestCount { entries = entries.filter { $0.value.end > now } }
            if entries.count >= Self.greatestCount { entries.removeAll() }
            entries[key] = Entry(outcome: outcome, start: now, end: now.addingTimeInterval(span))
        }
    }
}
