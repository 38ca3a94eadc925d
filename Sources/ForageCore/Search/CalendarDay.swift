package import Platform

/// A day of the calendar, without a time zone: `2024-05-31`.
public struct CalendarDay: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The year, from 0 to 9999.
    public let year: Int
    /// The month, from 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Reads a day in its printed form; nil for other text and for a day that does not exist.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// The day of a time, in UTC.
    package init(containing date: Date) {
        self.init(number: Int((date.timeIntervalSince1970 / 86_400).rounded(.down)))
    }

    /// Creates a day; nil if it does not exist.
    init?(year: Int, month: Int, day: Int) {
        guard (1...12).contains(month), (1...Self.dayCount(of: month, in: year)).contains(day) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The text as it is printed.
    public var description: String { "\(year.written(in: 4))-\(month.written(in: 2))-\(day.written(in: 2))" }

    /// Earlier days come first.
    public static func < (one: CalendarDay, other: CalendarDay) -> Bool {
        (one.year, one.month, one.day) < (other.year, other.month, other.day)
    }

    /// The number of days since 1 January 1970.
    ///
    /// Years are counted from March, so that leap days come last, and from 400 years before year 0, so that no number
    /// is negative.
    var number: Int {
        let shifted = (month <= 2 ? year - 1 : year) + 400
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 865_565
    }

    /// The day with this number of days since 1 January 1970: the inverse of `number`.
    init(number: Int) {
        let days = number + 865_565
        let cycle = days / 146_097
        let dayOfCycle = days % 146_097
        let yearOfCycle = (dayOfCycle - dayOfCycle / 1_460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
        let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = cycle * 400 + yearOfCycle - 400 + (month <= 2 ? 1 : 0)
    }

    private static func dayCount(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year.isMultiple(of: 4) && !year.isMultiple(of: 100) || year.isMultiple(of: 400) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension CalendarDay {
    /// Checks that the day has begun somewhere on Earth, as required for a listing.
    ///
    /// - Parameters:
    ///   - name: The name of the option that contained the day, such as `--day`.
    ///   - now: The current time.
    /// - Throws: ``QueryError`` with advice.
    package func checkBeginning(as name: String, at now: Date = Date()) throws(QueryError) {
        // The first time zone is 14 hours ahead of UTC.
        guard self <= CalendarDay(containing: now.addingTimeInterval(14 * 3_600)) else {
            throw .option("\(name) \(self) is in the future; leave it out for the latest.")
        }
    }
}
