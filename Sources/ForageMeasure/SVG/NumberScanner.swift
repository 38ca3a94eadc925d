/// Reads numbers as CSS writes them, whatever the locale: `.5`, `+100`, `-1e2`; not `100.`, `1e`, `0x64`.
struct NumberScanner {
    private(set) var rest: Substring.UTF8View

    init(_ text: String) { rest = Substring(text).utf8 }

    var isAtEnd: Bool { rest.isEmpty }

    /// Passes over white space; whether there was any.
    @discardableResult
    mutating func skipSpace() -> Bool { !take(while: \.isASCIISpace).isEmpty }

    /// Passes over one byte if it is next.
    mutating func skip(_ byte: Unicode.Scalar) -> Bool {
        guard rest.first == UInt8(ascii: byte) else { return false }
        rest.removeFirst()
        return true
    }

    /// The number that is next, if it is one that a Float32 can hold; nothing is read otherwise.
    mutating func number() -> Double? {
        var scanner = self
        guard let number = scanner.magnitude(), abs(number) <= Self.greatest else { return nil }
        self = scanner
        return number
    }

    private mutating func magnitude() -> Double? {
        let start = rest
        let isNegative = skip("-")
        if !isNegative { _ = skip("+") }
        var decimal = Decimal()
        let whole = take(while: \.isASCIIDigit)
        decimal.append(whole)
        guard let fraction = fraction(behind: whole) else { return nil }
        decimal.append(fraction, isFraction: true)
        if let exponent = exponent() { decimal.raise(by: exponent) }
        if let value = decimal.exactValue { return isNegative ? -value : value }
        return Double(Substring(start[..<rest.startIndex]))
    }

    /// The digits behind a point; nil where there is no number at all.
    private mutating func fraction(behind whole: Substring.UTF8View) -> Substring.UTF8View? {
        guard rest.first == UInt8(ascii: "."), rest.dropFirst().first?.isASCIIDigit == true else {
            return whole.isEmpty ? nil : rest.prefix(0)
        }
        rest.removeFirst()
        return take(while: \.isASCIIDigit)
    }

    /// The power of ten behind an `e`; an `e` without digits is no exponent and stays.
    private mutating func exponent() -> Int? {
        var scanner = self
        guard scanner.skip("e") || scanner.skip("E") else { return nil }
        let isNegative = scanner.skip("-")
        if !isNegative { _ = scanner.skip("+") }
        let digits = scanner.take(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return nil }
        self = scanner
        let power = Int(Substring(digits)) ?? Int(Int32.max)
        return isNegative ? -power : power
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> Substring.UTF8View {
        let taken = rest.prefix(while: isWanted)
        rest = rest[taken.endIndex...]
        return taken
    }

    private static let greatest = Double(Float.greatestFiniteMagnitude)
}

/// A number of few digits, which needs no more than one exact multiplication or division.
private struct Decimal {
    private var digits: Int = 0
    private var digitCount = 0
    private var power = 0

    mutating func append(_ more: Substring.UTF8View, isFraction: Bool = false) {
        digitCount += more.count
        guard digitCount <= Self.greatestDigitCount else { return }
        for digit in more { digits = digits * 10 + Int(digit - UInt8(ascii: "0")) }
        if isFraction { power -= more.count }
    }

    mutating func raise(by exponent: Int) { power += exponent }

    /// The value where it comes out right to the last bit.
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

    /// Space, tab, line feed, carriage return or form feed.
    fileprivate var isASCIISpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D || self == 0x0C
    }
}
