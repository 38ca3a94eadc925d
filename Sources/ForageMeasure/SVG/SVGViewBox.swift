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

    /// Reads a `viewBox` attribute; nil for what a browser would not take.
    init?(_ text: String) {
        var scanner = NumberScanner(text)
        scanner.skipSpace()
        var numbers: [Double] = []
        while numbers.count < 4 {
            let isApart = numbers.isEmpty || scanner.skipSeparator()
            guard isApart || scanner.isAtSign, let number = scanner.number() else { return nil }
            numbers.append(number)
        }
        scanner.skipSpace()
        guard scanner.isAtEnd, Float(numbers[2]) > 0, Float(numbers[3]) > 0 else { return nil }
        (minX, minY, width, height) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }
}

extension NumberScanner {
    /// Whether the next number starts with a sign, which then is all that parts it from the one before.
    fileprivate var isAtSign: Bool { rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") }

    /// Passes over white space with at most one comma in it; whether there was any.
    fileprivate mutating func skipSeparator() -> Bool {
        let hasSpace = skipSpace()
        let hasComma = skip(",")
        if hasComma { skipSpace() }
        return hasSpace || hasComma
    }
}
