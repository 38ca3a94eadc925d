import ForageSearch

extension SVGSize {
    /// The size of an SVG whose root has the given attributes.
    init(attributes: String) throws(SVGError) {
        try self.init(text: "<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>")
    }

    init(text: String) throws(SVGError) { try self.init(Array(text.utf8)) }
}

extension SVGSize.Pixels {
    /// The size and its source in one line: `24 24 viewBox`.
    var summary: String { "\(width.shortest) \(height.shortest) \(source.rawValue)" }
}

extension Double {
    /// Rounds to a thousandth.
    var shortest: String {
        let rounded = (self * 1000).rounded() / 1000
        return Int(exactly: rounded).map(String.init) ?? "\(rounded)"
    }
}
