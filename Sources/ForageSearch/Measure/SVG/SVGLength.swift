/// A length as the root of an SVG states it: `24`, `2.5cm`.
public struct SVGLength: Hashable, Sendable {
    /// The number; zero or more.
    public let value: Double
    /// The unit of the number.
    public let unit: Unit
    /// The length in pixels, 96 to the inch.
    public let pixels: Double

    /// A unit of length, with its name as raw value.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// No unit, which means pixels.
        case none = ""
        case px, `in`, cm, mm
        /// A quarter of a millimetre.
        case q = "Q"
        case pt, pc
        /// The font size.
        case em, rem
        /// Half of an ``em``, the best estimate without the font.
        case ex, ch
    }
}

extension SVGLength.Unit {
    /// Creates the unit of this name, regardless of case.
    init?(_ name: ArraySlice<UInt8>) {
        guard name.count <= 3 else { return nil }
        let name = String(decoding: name, as: UTF8.self).lowercased()
        self.init(rawValue: name == "q" ? "Q" : name)
    }

    /// Returns the number of pixels in one unit.
    func pixels(fontSize: Double) -> Double {
        switch self {
        case .none, .px: 1
        case .in: 96
        case .cm: 96 / 2.54
        case .mm: 96 / 25.4
        case .q: 96 / 101.6
        case .pt: 96.0 / 72
        case .pc: 16
        case .em, .rem: fontSize
        case .ex, .ch: fontSize / 2
        }
    }
}

/// The value of a `width` or `height` attribute.
enum SVGExtent {
    case length(SVGLength)
    /// A percentage of a viewport that only the embedding page knows.
    case percent(Double)

    /// Parses an attribute; nil for a value that is not a size: `auto`, `100 px`, `calc(…)`, anything negative.
    init?(_ text: String, fontSize: Double) {
        var scanner = NumberScanner(text)
        scanner.skipSpace()
        guard let value = scanner.number(), value >= 0 else { return nil }
        var name = scanner.rest
        while name.last?.isASCIISpace == true { name.removeLast() }
        if name.elementsEqual("%".utf8) {
            self = .percent(abs(value))
            return
        }
        guard let unit = SVGLength.Unit(name) else { return nil }
        let pixels = abs(value) * unit.pixels(fontSize: fontSize)
        guard pixels <= Double(Float.greatestFiniteMagnitude) else { return nil }
        self = .length(SVGLength(value: abs(value), unit: unit, pixels: pixels))
    }

    var length: SVGLength? { if case .length(let length) = self { length } else { nil } }
    var percent: Double? { if case .percent(let percent) = self { percent } else { nil } }
}

/// The rectangle of an SVG's own coordinates that its picture fills.
public struct SVGViewBox: Hashable, Sendable {
    /// The left edge.
    public let minX: Double
    /// The upper edge.
    public let minY: Double
    /// The width; more than zero.
    public let width: Double
    /// The height; more than zero.
    public let height: Double

    /// Parses a `viewBox` attribute; nil for a value that browsers reject.
    init?(_ text: String) {
        var scanner = NumberScanner(text)
        scanner.skipSpace()
        guard let minX = scanner.number(), let minY = scanner.furtherNumber(),
            let width = scanner.furtherNumber(), let height = scanner.furtherNumber()
        else { return nil }
        scanner.skipSpace()
        guard scanner.isAtEnd, Float(width) > 0, Float(height) > 0 else { return nil }
        (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
    }
}

extension NumberScanner {
    /// Reads a number after a separator; a sign also separates it from the number before.
    fileprivate mutating func furtherNumber() -> Double? {
        skipSeparator() || isAtSign ? number() : nil
    }

    private var isAtSign: Bool { next == UInt8(ascii: "+") || next == UInt8(ascii: "-") }

    /// Skips white space with at most one comma in it; returns true if there was any.
    private mutating func skipSeparator() -> Bool {
        let hasSpace = skipSpace()
        let hasComma = skip(",")
        if hasComma { skipSpace() }
        return hasSpace || hasComma
    }
}

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
