public import Essentials

/// A time as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT`.
public struct HTTPDate: Hashable, Sendable {
    /// The time.
    public let date: Date

    /// Reads the fixed form; the two forms that RFC 9110 calls obsolete are left to the cache's rules.
    public init?(_ text: some StringProtocol) {
        let words = text.split(separator: " ")
        guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(","),
            let day = Int(words[1]), let month = Self.months.firstIndex(of: words[2].lowercased()),
            let year = Int(words[3]), (1970...9999).contains(year)
        else { return nil }
        let clock = words[4].split(separator: ":").compactMap { Int($0) }
        guard clock.count == 3, (1...31).contains(day), (0...23).contains(clock[0]),
            (0...59).contains(clock[1]),
            (0...60).contains(clock[2])
        else { return nil }
        let days = Self.daysSinceEpoch(year: year, month: month + 1, day: day)
        date = Date(timeIntervalSince1970: Double(((days * 24 + clock[0]) * 60 + clock[1]) * 60 + clock[2]))
    }

    private static let months = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Days of the Gregorian calendar, counted in years that start in March so that leap days come last.
    private static func daysSinceEpoch(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let monthFromMarch = (month + 9) % 12
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
    }
}
