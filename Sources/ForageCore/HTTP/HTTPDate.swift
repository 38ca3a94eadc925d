public import Platform

/// A time in HTTP's format: `Sun, 06 Nov 1994 08:49:37 GMT`.
public struct HTTPDate: Hashable, Sendable, CustomStringConvertible {
    /// The time.
    public let date: Date

    /// Creates an HTTP date; fractions of a second are not written.
    public init(_ date: Date) { self.date = date }

    /// Reads the current format of HTTP and that of C's `asctime`. RFC 850's format is not read, since its years are
    /// ambiguous.
    public init?(_ text: some StringProtocol) {
        guard let date = Self.fixedForm(String(text).utf8.span) ?? Self.formOfC(text.words) else {
            return nil
        }
        self.date = date
    }

    /// Reads any of the three formats of RFC 9110, 5.6.7.
    ///
    /// - Parameters:
    ///   - text: The text of a server.
    ///   - now: The reference for two-digit years: they are never more than 50 years after it.
    public init?(_ text: some StringProtocol, near now: Date) {
        if let date = HTTPDate(text) {
            self = date
        } else {
            guard let date = Self.formOfRFC850(text.words, near: now) else { return nil }
            self.date = date
        }
    }

    /// The time in HTTP's current format.
    public var description: String {
        let seconds = Int(min(max(date.timeIntervalSince1970, 0), Self.latest))
        let (day, second) = (CalendarDay(number: seconds / 86_400), seconds % 86_400)
        let weekday = Self.shortWeekdays[(seconds / 86_400 + 4) % 7]
        let clock = [second / 3600, second / 60 % 60, second % 60].map { $0.written(in: 2) }
        return "\(weekday.capitalized), \(day.day.written(in: 2)) \(Self.months[day.month - 1].capitalized) "
            + "\(day.year.written(in: 4)) \(clock.joined(separator: ":")) GMT"
    }

    /// The last second of the year 9999.
    private static let latest = 253_402_300_799.0

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    private static let weekdays = [
        "sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday",
    ]
    private static let shortWeekdays = weekdays.map { String($0.prefix(3)) }
}

extension HTTPDate {
    /// Reads `Sun, 06 Nov 1994 08:49:37 GMT`. This is the most common form, and each response contains several.
    private static func fixedForm(_ bytes: Span<UInt8>) -> Date? {
        var reader = TimeReader()
        guard reader.name(among: shortWeekdays, bytes) != nil, reader.take(",", bytes),
            reader.take(" ", bytes), let day = reader.twoDigits(bytes), reader.take(" ", bytes),
            let month = reader.name(among: months, bytes), reader.take(" ", bytes),
            let century = reader.twoDigits(bytes), let year = reader.twoDigits(bytes),
            reader.take(" ", bytes),
            let seconds = reader.clock(bytes), reader.take(" ", bytes),
            reader.name(among: ["gmt"], bytes) != nil, reader.place == bytes.count
        else { return nil }
        return time(year: century * 100 + year, month: month + 1, day: day, seconds: seconds)
    }

    /// Reads `Sun Nov  6 08:49:37 1994`.
    private static func formOfC(_ words: [some StringProtocol]) -> Date? {
        guard words.count == 5 || words.count == 6 && words[2].isEmpty, isShortWeekday(words[0]) else {
            return nil
        }
        let day = words[words.count - 3].number(ofDigits: words.count == 5 ? 2 : 1)
        return time(
            year: words[words.count - 1].number(ofDigits: 4), month: words[1], day: day,
            clock: words[words.count - 2])
    }

    /// Reads `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static func formOfRFC850(_ words: [some StringProtocol], near now: Date) -> Date? {
        guard words.count == 4, words[0].hasSuffix(","), words[3].lowercased() == "gmt",
            weekdays.contains(words[0].dropLast().lowercased())
        else { return nil }
        let parts = words[1].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, let year = parts[2].number(ofDigits: 2) else { return nil }
        let century = CalendarDay(number: HTTPDate(now).dayNumber).year / 100 * 100
        func read(_ century: Int) -> Date? {
            time(year: century + year, month: parts[1], day: parts[0].number(ofDigits: 2), clock: words[2])
        }
        let fiftyYears = 50 * 365.25 * 86_400
        let candidates = [century + 100, century, century - 100].compactMap(read)
        return candidates.first { $0.timeIntervalSince(now) <= fiftyYears }
    }

    private var dayNumber: Int {
        Int(min(max(date.timeIntervalSince1970, 0), Self.latest)) / 86_400
    }

    private static func isShortWeekday(_ word: some StringProtocol) -> Bool {
        shortWeekdays.contains(word.lowercased())
    }

    private static func time(
        year: Int?, month: some StringProtocol, day: Int?, clock: some StringProtocol
    ) -> Date? {
        var reader = TimeReader()
        let clock = String(clock)
        guard let year, let day, let month = months.firstIndex(of: month.lowercased()),
            let seconds = reader.clock(clock.utf8.span), reader.place == clock.utf8.count
        else { return nil }
        return time(year: year, month: month + 1, day: day, seconds: seconds)
    }

    private static func time(year: Int, month: Int, day: Int, seconds: Int) -> Date? {
        guard year >= 1970, let day = CalendarDay(year: year, month: month, day: day) else { return nil }
        return Date(timeIntervalSince1970: Double(day.number * 86_400 + seconds))
    }
}

extension StringProtocol {
    fileprivate var words: [SubSequence] { split(separator: " ", omittingEmptySubsequences: false) }

    /// A number with exactly this many digits and nothing else.
    fileprivate func number(ofDigits count: Int) -> Int? {
        guard utf8.count == count, utf8.allSatisfy(\.isDigit) else { return nil }
        return Int(self)
    }

    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
