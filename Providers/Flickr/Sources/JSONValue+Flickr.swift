internal import ForageCore
internal import JSON
internal import Platform

extension JSONValue {
    /// A text, on its own in lists and as `{"_content": …}` elsewhere.
    var content: String? {
        let text = (kind == .object ? self["_content"] : self).visibleText
        return text?.withSingleSpaces
    }

    /// A name, which may be written as a number.
    var name: String? { isComplete ? text ?? numberAsWritten : nil }

    /// How many there are; `""` stands for none.
    var amount: Int? { string == "" ? 0 : flexibleInt.flatMap { $0 < 0 ? nil : $0 } }

    /// A time: seconds since 1970 as a number or in quotes, or `2013-11-02 15:58:24` without a zone.
    ///
    /// What lies before the service itself is no time of it.
    var time: Date? {
        if let seconds = flexibleInt {
            return Self.times.contains(seconds) ? Date(timeIntervalSince1970: Double(seconds)) : nil
        }
        let date = text.flatMap { Date(iso8601: $0.spacedParts.joined(separator: "T") + "Z") }
        return date.flatMap { Self.times.contains(Int($0.timeIntervalSince1970)) ? $0 : nil }
    }

    /// From Flickr's first year to the last one of four digits.
    private static let times = 1_072_915_200...253_402_300_799
}
