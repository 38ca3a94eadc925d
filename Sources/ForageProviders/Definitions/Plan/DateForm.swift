internal import ForageCore
internal import Platform

/// The form in which a service writes dates.
enum DateForm: Sendable {
    /// Any of the next three forms.
    case any
    /// `2024-05-31T10:00:00Z`, or with an offset.
    case time
    /// `2024-05-31`, or with a time of day without a time zone.
    case day
    /// `Fri, 31 May 2024 10:00:00 +0200`, as in mail and feeds.
    case mail
    /// Seconds since 1970.
    case seconds
    /// Milliseconds since 1970.
    case milliseconds
    /// A year, such as `1889`, also in a text such as `about 1889`.
    case year
    /// A pattern, such as `D M Y` for `31 May 2024`.
    case pattern(DatePattern)

    /// The names of the forms in a definition.
    static let names = ["any", "time", "day", "mail", "seconds", "milliseconds", "year"]

    /// Creates the form with a name, or of a pattern that contains `Y`; nil for any other text.
    init?(_ text: String) {
        switch text {
        case "any": self = .any
        case "time": self = .time
        case "day": self = .day
        case "mail": self = .mail
        case "seconds": self = .seconds
        case "milliseconds": self = .milliseconds
        case "year": self = .year
        default:
            guard let pattern = DatePattern(text) else { return nil }
            self = .pattern(pattern)
        }
    }

    func date(_ text: String) -> Date? {
        switch self {
        case .any: Date(iso8601: text) ?? MailDate(text)?.date ?? Self.startOfDay(text.prefix(10))
        case .time: Date(iso8601: text)
        case .day: Self.startOfDay(text.prefix(10))
        case .mail: MailDate(text)?.date
        case .seconds: Double(text).flatMap(Self.date)
        case .milliseconds: Double(text).flatMap { Self.date(after: $0 / 1000) }
        case .year: Self.year(in: text).flatMap { Self.startOfDay($0 + "-01-01") }
        case .pattern(let pattern): pattern.date(text)
        }
    }

    /// Returns the first number of four digits in a text.
    private static func year(in text: String) -> String? {
        text.split { !("0"..."9").contains($0) }.first { $0.utf8.count == 4 }.map(String.init)
    }

    private static func startOfDay(_ text: some StringProtocol) -> Date? {
        CalendarDay(text).flatMap { Date(iso8601: "\($0)T00:00:00Z") }
    }

    /// Returns the date if its year can be written with four digits.
    private static func date(after seconds: Double) -> Date? {
        (-62_000_000_000...253_000_000_000).contains(seconds) ? Date(timeIntervalSince1970: seconds) : nil
    }
}

/// A date as in mail and RSS (RFC 822 and its successors): `Fri, 31 May 2024 10:00:00 +0200`.
struct MailDate {
    let date: Date

    init?(_ text: String) {
        var words = text.split(whereSeparator: { $0 == " " || $0 == "," })
        if let first = words.first, first.utf8.first.map({ $0 > UInt8(ascii: "9") }) ?? false {
            words.removeFirst()
        }
        guard (4...5).contains(words.count), let day = Int(words[0]),
            let month = MonthName.number(of: words[1]),
            let year = Self.year(words[2]), let zone = words.count > 4 ? Self.offset(words[4]) : "Z"
        else { return nil }
        let clock = words[3].utf8.count == 5 ? words[3] + ":00" : words[3]
        let written = "\(year.written(in: 4))-\(month.written(in: 2))-\(day.written(in: 2))T\(clock)\(zone)"
        guard let date = Date(iso8601: written) else { return nil }
        self.date = date
    }

    /// Parses a year. A year of two digits is between 1950 and 2049.
    private static func year(_ word: Substring) -> Int? {
        guard let year = Int(word), year >= 0 else { return nil }
        return word.utf8.count == 2 ? (year < 50 ? 2000 : 1900) + year : year
    }

    /// Parses an offset such as `+0200`, or the name of a time zone in Greenwich or North America.
    private static func offset(_ word: Substring) -> String? {
        if word.hasPrefix("+") || word.hasPrefix("-") { return String(word) }
        return zones[word.uppercased()]
    }

    private static let zones = [
        "GMT": "Z", "UT": "Z", "UTC": "Z", "Z": "Z", "EST": "-0500", "EDT": "-0400", "CST": "-0600",
        "CDT": "-0500", "MST": "-0700", "MDT": "-0600", "PST": "-0800", "PDT": "-0700",
    ]
}
