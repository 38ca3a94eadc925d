package import Essentials

extension Date {
    /// Reads a time as ISO 8601 writes it, with `Z` or an offset: `2019-03-02T11:23:42.5-05:00`.
    ///
    /// Nil for a day that no calendar has. Answers hold a time in each record, so the bytes are read as
    /// they come.
    package init?(iso8601 text: String) {
        var reader = TimeReader(text)
        guard let day = reader.day(), reader.take("T"), let seconds = reader.clock() else { return nil }
        let fraction = reader.fraction()
        guard let offset = reader.offset(), reader.isAtEnd else { return nil }
        self.init(timeIntervalSince1970: Double(day.number * 86_400 + seconds - offset) + fraction)
    }
}

/// Takes the parts of a time off its front; each is nil where it is not as it should be.
private struct TimeReader {
    private var rest: Substring.UTF8View

    init(_ text: String) { rest = text[...].utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func day() -> CalendarDay? {
        guard let year = number(of: 4), take("-"), let month = number(of: 2), take("-"),
            let day = number(of: 2)
        else { return nil }
        return CalendarDay(year: year, month: month, day: day)
    }

    /// Seconds since midnight; a minute may have a leap second.
    mutating func clock() -> Int? {
        guard let hour = number(of: 2, below: 24), take(":"),
            let minute = number(of: 2, below: 60), take(":"),
            let second = number(of: 2, below: 61)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// What follows the point; 0 without one.
    mutating func fraction() -> Double {
        guard rest.first == UInt8(ascii: ".") else { return 0 }
        let digits = rest.dropFirst().prefix(while: \.isDigit)
        guard !digits.isEmpty, let fraction = Double("0." + Substring(digits)) else { return 0 }
        rest = rest[digits.endIndex...]
        return fraction
    }

    /// Seconds to the east of Greenwich: `Z`, `+02`, `+0200` or `+02:00`.
    mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let isWest = take("-")
        guard isWest || take("+"), let hours = number(of: 2, below: 24) else { return nil }
        var minutes = 0
        if take(":") || !isAtEnd {
            guard let given = number(of: 2, below: 60) else { return nil }
            minutes = given
        }
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: sign) else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func number(of digitCount: Int, below limit: Int = .max) -> Int? {
        let digits = rest.prefix(digitCount)
        guard digits.count == digitCount, digits.allSatisfy(\.isDigit) else { return nil }
        rest.removeFirst(digitCount)
        let number = digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
        return number < limit ? number : nil
    }
}
