internal import Essentials
internal import Text

// How the values of fields are read.
extension QueryField {
    static func words<Choice: RawRepresentable<String> & CaseIterable>(of _: Choice.Type) -> [String] {
        Choice.allCases.map(\.rawValue)
    }

    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ value: String
    ) throws(QueryValueFault) -> Choice {
        guard let choice = Choice(rawValue: value.lowercased()) else {
            throw QueryValueFault(among: words(of: Choice.self))
        }
        return choice
    }

    /// A text that has something to compare.
    static func words(_ value: String, _ expectation: String) throws(QueryValueFault) -> String {
        let words: [String] = value.words
        guard !words.isEmpty else { throw QueryValueFault(takes: expectation) }
        return value
    }

    static func size(_ value: String) throws(QueryValueFault) -> PixelSize {
        let sides = value.lowercased().split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "x" || $0 == "×" }
        ).map { Int($0) }
        guard sides.count == 2, let size = PixelSize(width: sides[0], height: sides[1]) else {
            throw QueryValueFault(takes: "a width and a height such as 1200x800")
        }
        return size
    }

    /// The beginning of a year, a month or a day, or a time of it.
    static func date(_ value: String) throws(QueryValueFault) -> Date {
        let day = value + ["-01-01", "-01", ""][min(2, value.count { $0 == "-" })]
        if CalendarDay(day) != nil, let date = Date(iso8601: day + "T00:00:00Z") { return date }
        guard let end = value.firstIndex(of: "T"), CalendarDay(value[..<end]) != nil,
            let date = Date(iso8601: value)
        else { throw QueryValueFault(takes: "a date such as 2024, 2024-05 or 2024-05-31") }
        return date
    }

    static func licence(_ value: String) throws(QueryValueFault) -> LicenceWish {
        let name = value.lowercased()
        guard let wish = LicenceWish(name) else {
            throw QueryValueFault(among: LicenceWish.words, meant: CreativeCommonsName(name)?.nearest)
        }
        return wish
    }
}
