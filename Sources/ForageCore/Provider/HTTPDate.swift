public import Essentials

/// A time as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
public struct HTTPDate: Hashable, Sendable {
    /// The time.
    public let date: Date

    /// Reads the fixed form; the two forms that RFC 9110 calls obsolete are left to the cache's rules.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
            let day = words[1].number(in: 1...31),
            let month = Self.months.firstIndex(of: words[2].lowercased()),
            let year = words[3].number(in: 1970...9999),
            let calendarDay = CalendarDay(year: year, month: month + 1, day: day)
        else { return nil }
        let clock = words[4].split(separator: ":", omittingEmptySubsequences: false)
        guard clock.count == 3, let hour = clock[0].number(in: 0...23),
            let minute = clock[1].number(in: 0...59), let second = clock[2].number(in: 0...60)
        else { return nil }
        let minutes = (calendarDay.number * 24 + hour) * 60 + minute
        date = Date(timeIntervalSince1970: Double(minutes * 60 + second))
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
}

extension StringProtocol {
    /// A number written in digits alone.
    fileprivate func number(in range: ClosedRange<Int>) -> Int? {
        guard utf8.allSatisfy(\.isDigit), let number = Int(self), range.contains(number) else { return nil }
        return number
    }
}
