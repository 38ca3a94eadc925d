/// Reads numbers in CSS syntax, independent of the locale: `.5`, `+100`, `-1e2`; not `100.`, `1e`, `0x64`.
struct NumberScanner {
    private let text: [UInt8]
    private var place = 0

    init(_ text: String) { self.text = Array(text.utf8) }

    /// The unread bytes.
    var rest: ArraySlice<UInt8> { text[place...] }

    var isAtEnd: Bool { place == text.count }

    /// The next byte.
    var next: UInt8? { isAtEnd ? nil : text[place] }

    /// Skips white space; returns true if there was any.
    @discardableResult
    mutating func skipSpace() -> Bool {
        let start = place
        while next?.isASCIISpace == true { place += 1 }
        return place > start
    }

    /// Skips one byte if it is next.
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: byte) else { return false }
        place += 1
        return true
    }

    /// Reads a number that is within the range of a Float32; otherwise returns nil and reads nothing.
    mutating func number() -> Double? {
        let start = place
        if let number = magnitude(), abs(number) <= Self.greatest { return number }
        place = start
        return nil
    }

    private mutating func magnitude() -> Double? {
        let start = place
        let isNegative = skipSign()
        var decimal = Decimal()
        let wholeCount = digits(into: &decimal)
        let fractionCount = skipPoint() ? digits(into: &decimal) : 0
        guard wholeCount + fractionCount > 0 else { return nil }
        decimal.power = exponent() - fractionCount
        if let value = decimal.exactValue { return isNegative ? -value : value }
        return Double(String(decoding: text[start..<place], as: UTF8.self))
    }

    /// Skips a sign; returns true if it was a minus.
    private mutating func skipSign() -> Bool {
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        return isNegative
    }

    /// Skips a point if a digit follows it.
    private mutating func skipPoint() -> Bool {
        let start = place
        if skip("."), next?.isASCIIDigit == true { return true }
        place = start
        return false
    }

    /// Reads digits and returns their number.
    private mutating func digits(into decimal: inout Decimal) -> Int {
        var count = 0
        while let digit = next, digit.isASCIIDigit {
            decimal.append(digit)
            place += 1
            count += 1
        }
        return count
    }

    /// Reads an exponent; an `e` without digits is not an exponent and remains unread.
    private mutating func exponent() -> Int {
        let start = place
        guard skip("e") || skip("E") else { return 0 }
        let isNegative = skipSign()
        var power = Decimal()
        guard digits(into: &power) > 0 else {
            place = start
            return 0
        }
        let magnitude = power.exactValue.map { Int($0) } ?? Int(Int32.max)
        return isNegative ? -magnitude : magnitude
    }

    private static let greatest = Double(Float.greatestFiniteMagnitude)
}

/// A number of few digits, which needs at most one exact multiplication or division.
private struct Decimal {
    var power = 0
    private var digits = 0
    private var digitCount = 0

    mutating func append(_ digit: UInt8) {
        digitCount += 1
        if digitCount <= Self.greatestDigitCount { digits = digits * 10 + Int(digit - UInt8(ascii: "0")) }
    }

    /// The value, if it can be computed exactly; otherwise nil.
    var exactValue: Double? {
        guard digitCount <= Self.greatestDigitCount, power.magnitude < Self.powers.count else { return nil }
        let factor = Self.powers[Int(power.magnitude)]
        return power < 0 ? Double(digits) / factor : Double(digits) * factor
    }

    private static let greatestDigitCount = 15
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
        1e19, 1e20, 1e21, 1e22,
    ]
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Indicates a space, tab, line feed, carriage return or form feed.
    var isASCIISpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D || self == 0x0C
    }
}
