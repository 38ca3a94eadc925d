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
        guard let minX = scanner.number(), let minY = scanner.furtherNumber(),
            let width = scanner.furtherNumber(), let height = scanner.furtherNumber()
        else { return nil }
        scanner.skipSpace()
        guard scanner.isAtEnd, Float(width) > 0, Float(height) > 0 else { return nil }
        (self.minX, self.minY, self.width, self.height) = (minX, minY, width, height)
    }
}

extension NumberScanner {
    /// A number behind a separator, or one whose sign is all that parts it from the one before.
    fileprivate mutating func furtherNumber() -> Double? {
        skipSeparator() || isAtSign ? number() : nil
    }

    private var isAtSign: Bool { next == UInt8(ascii: "+") || next == UInt8(ascii: "-") }

    /// Passes over white space with at most one comma in it; whether there was any.
    private mutating func skipSeparator() -> Bool {
        let hasSpace = skipSpace()
        let hasComma = skip(",")
        if hasComma { skipSpace() }
        return hasSpace || hasComma
    }
}
