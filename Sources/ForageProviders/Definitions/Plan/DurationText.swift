/// A duration in a text: `1:02:03` or `02:03`, or in ISO 8601 format `PT1H2M3S`, also as `T01:02:03`.
enum DurationText {
    /// Returns the number of seconds; nil if the text is not a duration.
    static func seconds(_ text: String) -> Double? {
        let letters = Set(text.uppercased().utf8)
        if text.hasPrefix("P") || text.hasPrefix("p") { return period(text.uppercased().dropFirst()) }
        let isMarked = text.hasPrefix("T") && letters.contains(UInt8(ascii: ":"))
        return clock(isMarked ? text.dropFirst() : text[...])
    }

    private static func clock(_ text: Substring) -> Double? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(parts.count), let last = parts.last.flatMap({ number($0) }) else { return nil }
        let whole = parts.dropLast().map { UInt16($0) }
        let sum = whole.reduce(0 as Double?) { sum, part in
            sum.flatMap { sum in part.map { (sum + Double($0)) * 60 } }
        }
        return sum.map { $0 + last }
    }

    /// Reads the part after the `P` of a duration in ISO 8601 format. Months and years have no fixed length.
    private static func period(_ text: Substring) -> Double? {
        var rest = text
        var seconds = 0.0
        var isTime = false
        var isEmpty = true
        while let first = rest.first {
            if first == "T", !isTime {
                isTime = true
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { ("0"..."9").contains($0) || $0 == "." || $0 == "," }
            let unit = rest.dropFirst(digits.count).first
            guard let count = number(digits), let unit, let length = length(of: unit, isTime: isTime) else {
                return nil
            }
            seconds += count * length
            isEmpty = false
            rest = rest.dropFirst(digits.count + 1)
        }
        return isEmpty ? nil : seconds
    }

    private static func length(of unit: Character, isTime: Bool) -> Double? {
        switch (unit, isTime) {
        case ("W", false): 604_800
        case ("D", false): 86_400
        case ("H", true): 3_600
        case ("M", true): 60
        case ("S", true): 1
        default: nil
        }
    }

    private static func number(_ digits: Substring) -> Double? {
        guard digits.utf8.count <= 12, digits.first?.isNumber == true else { return nil }
        return Double(digits.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
    }
}
