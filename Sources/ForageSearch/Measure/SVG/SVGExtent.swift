/// What a `width` or `height` attribute says.
enum SVGExtent {
    case length(SVGLength)
    /// So many hundredths of a viewport that only the embedding page knows.
    case percent(Double)

    /// Reads an attribute; nil for what is no size: `auto`, `100 px`, `calc(…)`, anything negative.
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
