internal import ForageCore
internal import Platform

/// Times as the origin of the tests writes them.
enum TestTime {
    static func text(_ secondsSince1970: Double) -> String {
        HTTPDate(Date(timeIntervalSince1970: secondsSince1970)).description
    }

    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    static func textInRFC850(_ secondsSince1970: Double) -> String {
        let words = text(secondsSince1970).split(separator: " ")
        let weekday = weekdays.first { $0.hasPrefix(words[0].dropLast()) } ?? ""
        return "\(weekday), \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
    }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
}
