internal import ForageCore
package import Platform

/// Local times for people.
package struct WallClock: Sendable {
    private let now: Date
    private let offset: @Sendable (Date) -> Int

    /// Creates a clock.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - offset: Returns the number of seconds ahead of GMT at a time; nil for the local time zone.
    package init(now: Date = Date(), offset: (@Sendable (Date) -> Int)? = nil) {
        self.now = now
        self.offset = offset ?? Self.localOffset
    }

    /// Returns a time such as `14:05`, with the date if that is another day, rounded up to a whole minute.
    package func words(for date: Date) -> String {
        guard abs(date.timeIntervalSince(now)) < Self.farAway else { return date.iso8601 }
        let minute = (date.timeIntervalSinceReferenceDate / 60).rounded(.up) * 60
        let (day, time) = face(at: Date(timeIntervalSinceReferenceDate: minute))
        return day == face(at: now).day ? time : "\(day) \(time)"
    }

    /// Returns a time such as `today at 14:05` or `on 2026-05-31 at 14:05`, rounded down to a whole minute.
    package func pastText(for date: Date) -> String {
        let (day, time) = face(at: date)
        return day == face(at: now).day ? "today at \(time)" : "on \(day) at \(time)"
    }

    private func face(at date: Date) -> (day: String, time: String) {
        let text = (date + TimeInterval(offset(date))).iso8601
        let parts = text.split(separator: "T")
        return (String(parts[0]), String(parts.last?.prefix(5) ?? ""))
    }

    /// The interval from which a time is no longer shown as a clock time.
    private static let farAway: TimeInterval = 100 * 365 * 86_400

    @Sendable
    private static func localOffset(at date: Date) -> Int {
        var seconds = time_t(date.timeIntervalSince1970)
        var parts = tm()
        return localtime_r(&seconds, &parts) == nil ? 0 : parts.tm_gmtoff
    }
}

extension Duration {
    /// Returns the rounded number of units, within limits, because durations may be untrusted.
    func count(of unit: Duration) -> Int {
        Int(max(0, min(self / unit, 1e15)).rounded())
    }

    /// The duration for people: `214 ms`, `1.3 s`, `5 min`, `3 h`, `2 d`.
    var inWords: String {
        switch self {
        case ..<(.milliseconds(999.5)): "\(count(of: .milliseconds(1))) ms"
        case ..<(.seconds(60)): "\(Double(count(of: .milliseconds(100))) / 10) s"
        case ..<(.seconds(3600)): "\(count(of: .seconds(60))) min"
        case ..<(.seconds(86_400)): "\(count(of: .seconds(3600))) h"
        default: "\(count(of: .seconds(86_400))) d"
        }
    }

    /// The age of something that is stored with its time in seconds: `3 h old`.
    var asAge: String { self < .seconds(1) ? "under 1 s old" : "\(inWords) old" }

    /// The playing time: `4:05`, `1:02:03`.
    var asPlayingTime: String {
        let total = count(of: .seconds(1))
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        let end = seconds.written(in: 2)
        return hours > 0 ? "\(hours):\(minutes.written(in: 2)):\(end)" : "\(minutes):\(end)"
    }
}
