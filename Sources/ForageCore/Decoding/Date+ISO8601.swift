package import Essentials

extension Date {
    /// Reads a time as ISO 8601 writes it, with `Z` or an offset: `2019-03-02T11:23:42.5-05:00`.
    ///
    /// Nil for a day that no calendar has.
    package init?(iso8601 text: String) { self.init(iso8601: text.utf8.span) }

    /// Reads a time as ISO 8601 writes it. Answers hold one in each record, so the bytes are read as they come.
    init?(iso8601 bytes: Span<UInt8>) {
        var reader = TimeReader()
        guard let day = reader.day(bytes), reader.take("T", bytes), let seconds = reader.clock(bytes) else {
            return nil
        }
        let fraction = reader.fraction(bytes)
        guard let offset = reader.offset(bytes), reader.place == bytes.count else { return nil }
        self.init(timeIntervalSince1970: Double(day.number * 86_400 + seconds - offset) + fraction)
    }

    /// The time in Greenwich as ISO 8601 writes it, without what is below a second: `2019-03-02T16:23:42Z`.
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
