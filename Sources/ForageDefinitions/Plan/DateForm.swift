internal import Essentials
internal import ForageCore

/// How a service writes dates.
enum DateForm: String, Sendable, CaseIterable {
    /// Any of the texts below.
    case any
    /// `2024-05-31T10:00:00Z`, or with an offset.
    case time
    /// `2024-05-31`, also with a time behind it that says no zone.
    case day
    /// `Fri, 31 May 2024 10:00:00 +0200`, as mails and feeds have it.
    case mail
    /// Seconds since 1970.
    case seconds
    /// Milliseconds since 1970.
    case milliseconds
    /// `1889`
    case year

    func date(_ text: String) -> Date? {
        switch self {
        case .any: Self.time.date(text) ?? Self.mail.date(text) ?? Self.day.date(text)
        case .time: Date(iso8601: text)
        case .day: Self.startOfDay(text.prefix(10))
        case .mail: MailDate(text)?.date
        case .seconds: Double(text).flatMap(Self.date)
        case .milliseconds: Double(text).flatMap { Self.date(after: $0 / 1000) }
        case .year: text.utf8.count == 4 ? Self.startOfDay(text + "-01-01") : nil
        }
    }

    private static func startOfDay(_ text: some StringProtocol) -> Date? {
        CalendarDay(text).flatMap { Date(iso8601: "\($0)T00:00:00Z") }
    }

    /// Only years that can be written with four digits.
    private static func date(after seconds: Double) -> Date? {
        (-62_000_000_000...253_000_000_000).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }
}
