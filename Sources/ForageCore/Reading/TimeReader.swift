package import Platform

/// Reads the parts of a time one after the other; each is nil if it is malformed.
struct TimeReader {
    private(set) var place = 0

    mutating func day(_ bytes: Span<UInt8>) -> CalendarDay? {
        guard let century = twoDigits(bytes), let year = twoDigits(bytes), take("-", bytes),
            let month = twoDigits(bytes), take("-", bytes), let day = twoDigits(bytes)
        else { return nil }
        return CalendarDay(year: century * 100 + year, month: month, day: day)
    }

    /// Reads the number of seconds since midnight; a minute may have a leap second.
    mutating func clock(_ bytes: Span<UInt8>) -> Int? {
        guard let hour = twoDigits(below: 24, bytes), take(":", bytes),
            let minute = twoDigits(below: 60, bytes), take(":", bytes),
            let second = twoDigits(below: 61, bytes)
        else { return nil }
        return hour * 3_600 + minute * 60 + second
    }

    /// Reads a fraction with its decimal point; 0 if there is none.
    mutating func fraction(_ bytes: Span<UInt8>) -> Double {
        guard place < bytes.count, bytes[place] == UInt8(ascii: ".") else { return 0 }
        let end = bytes.firstIndex(from: place + 1) { !$0.isDigit } ?? bytes.count
        guard end > place + 1, let fraction = Double("0" + bytes.extracting(place..<end).text) else {
            return 0
        }
        place = end
        return fraction
    }

    /// Reads an offset from UTC in seconds, positive to the east: `Z`, `+02`, `+0200` or `+02:00`.
    mutating func offset(_ bytes: Span<UInt8>) -> Int? {
        if take("Z", bytes) || take("z", bytes) { return 0 }
        let isWest = take("-", bytes)
        guard isWest || take("+", bytes), let hours = twoDigits(below: 24, bytes) else { return nil }
        var minutes = 0
        if take(":", bytes) || place < bytes.count {
            guard let given = twoDigits(below: 60, bytes) else { return nil }
            minutes = given
        }
        return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    }

    /// Reads one of some lower-case names, ignoring case, and returns its index.
    mutating func name(among names: [String], _ bytes: Span<UInt8>) -> Int? {
        for (number, name) in names.enumerated() where isBefore(name.utf8.span, bytes) {
            place += name.utf8.count
            return number
        }
        return nil
    }

    private func isBefore(_ name: Span<UInt8>, _ bytes: Span<UInt8>) -> Bool {
        guard place + name.count <= bytes.count else { return false }
        // Sets the bit that distinguishes lower-case letters from upper-case ones.
        for index in name.indices where bytes[place + index] | 0x20 != name[index] { return false }
        return true
    }

    mutating func take(_ sign: Unicode.Scalar, _ bytes: Span<UInt8>) -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: sign) else { return false }
        place += 1
        return true
    }

    mutating func twoDigits(below limit: Int = 100, _ bytes: Span<UInt8>) -> Int? {
        guard place + 2 <= bytes.count else { return nil }
        let tens = bytes[place] &- UInt8(ascii: "0")
        let ones = bytes[place + 1] &- UInt8(ascii: "0")
        guard tens < 10, ones < 10 else { return nil }
        place += 2
        let number = Int(tens * 10 + ones)
        return number < limit ? number : nil
    }
}

extension Date {
    /// Reads a time in ISO 8601 format, with `Z` or an offset: `2019-03-02T11:23:42.5-05:00`.
    ///
    /// The result is nil for a day that does not exist.
    package init?(iso8601 text: String) { self.init(iso8601: text.utf8.span) }

    /// Reads a time in ISO 8601 format directly from bytes, since every record of a response contains one.
    init?(iso8601 bytes: Span<UInt8>) {
        var reader = TimeReader()
        guard let day = reader.day(bytes), reader.take("T", bytes), let seconds = reader.clock(bytes) else {
            return nil
        }
        let fraction = reader.fraction(bytes)
        guard let offset = reader.offset(bytes), reader.place == bytes.count else { return nil }
        self.init(timeIntervalSince1970: Double(day.number * 86_400 + seconds - offset) + fraction)
    }

    /// The time in UTC in ISO 8601 format, without fractions of a second: `2019-03-02T16:23:42Z`.
    package var iso8601: String {
        let seconds = min(max(Self.year0, timeIntervalSince1970), Self.endOfYear9999)
        let time = Int(seconds.rounded(.down)) - Int(Self.year0)
        let clock = [time / 3_600 % 24, time / 60 % 60, time % 60].map { $0.written(in: 2) }
        let day = CalendarDay(containing: Date(timeIntervalSince1970: seconds))
        return "\(day)T\(clock.joined(separator: ":"))Z"
    }

    private static let year0 = -62_167_219_200.0
    private static let endOfYear9999 = 253_402_300_799.0
}
