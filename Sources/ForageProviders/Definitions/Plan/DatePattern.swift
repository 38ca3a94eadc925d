internal import ForageCore
internal import Platform

/// A pattern for dates: `Y`, `M`, `D`, `h`, `m` and `s` are the parts, and everything else must be there as it is.
///
/// `M` is a number or the English name of a month, and a space is any white space.
struct DatePattern: Sendable {
    private let signs: [Character]

    private static let greatestLength = 40

    /// Creates a pattern; nil if it has no year, or a part twice.
    init?(_ text: String) {
        let parts = text.filter { "YMDhms".contains($0) }
        guard text.count <= Self.greatestLength, parts.contains("Y"), Set(parts).count == parts.count else {
            return nil
        }
        signs = Array(text)
    }

    /// Reads a date in UTC; nil if the text does not match. A missing month or day is the first.
    func date(_ text: String) -> Date? {
        var rest = text.prefix(100)[...]
        var parts: [Character: Int] = [:]
        for sign in signs {
            switch sign {
            case " ": rest = rest.drop(while: \.isWhitespace)
            case "Y", "M", "D", "h", "m", "s":
                guard let number = Self.take(sign, from: &rest) else { return nil }
                parts[sign] = number
            default:
                guard rest.first == sign else { return nil }
                rest.removeFirst()
            }
        }
        guard rest.allSatisfy(\.isWhitespace) else { return nil }
        let numbers = "MDhms".map { (parts[$0] ?? ("MD".contains($0) ? 1 : 0)).written(in: 2) }
        let year = (parts["Y"] ?? 0).written(in: 4)
        return Date(
            iso8601: "\(year)-\(numbers[0])-\(numbers[1])T\(numbers[2]):\(numbers[3]):\(numbers[4])Z")
    }

    private static func take(_ sign: Character, from rest: inout Substring) -> Int? {
        if sign == "M", rest.first?.isLetter == true {
            let name = rest.prefix(while: \.isLetter)
            rest = rest.dropFirst(name.count)
            if rest.first == "." { rest.removeFirst() }
            return MonthName.number(of: name)
        }
        let digits = rest.prefix(sign == "Y" ? 4 : 2).prefix { ("0"..."9").contains($0) }
        guard !digits.isEmpty, sign != "Y" || digits.count == 4 else { return nil }
        rest = rest.dropFirst(digits.count)
        if sign == "D", let ending = ["st", "nd", "rd", "th"].first(where: rest.hasPrefix) {
            rest = rest.dropFirst(ending.count)
        }
        return Int(digits)
    }
}

/// The English names of the months.
enum MonthName {
    private static let names = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Returns the number of a month whose name begins with the first three letters of a word.
    static func number(of word: Substring) -> Int? {
        names.firstIndex(of: String(word.prefix(3)).lowercased()).map { $0 + 1 }
    }
}
