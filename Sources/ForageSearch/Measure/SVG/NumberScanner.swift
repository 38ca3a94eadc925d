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
        skipSign()
        var digitCount = skipDigits()
        if skip(".") {
            let count = skipDigits()
            digitCount += count
            if count == 0 { place -= 1 }
        }
        if digitCount > 0 { skipExponent() }
        let text = String(decoding: text[start..<place], as: UTF8.self)
        if digitCount > 0, let number = Double(text), abs(number) <= Self.greatest { return number }
        place = start
        return nil
    }

    private mutating func skipSign() { if !skip("-") { _ = skip("+") } }

    private mutating func skipDigits() -> Int {
        let start = place
        while next?.isASCIIDigit == true { place += 1 }
        return place - start
    }

    private mutating func skipExponent() {
        let start = place
        guard skip("e") || skip("E") else { return }
        skipSign()
        if skipDigits() == 0 { place = start }
    }

    private static let greatest = Double(Float.greatestFiniteMagnitude)
}

extension UInt8 {
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    /// Indicates a space, tab, line feed, carriage return or form feed.
    var isASCIISpace: Bool {
        self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D || self == 0x0C
    }
}
