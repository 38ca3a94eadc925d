package import ForageCore
package import ForageMeasure
internal import Text

/// What came of measuring one SVG.
package struct MeasuredSVG: Sendable {
    /// What it is called: a path, an address, or - for standard input.
    package let name: String
    package let result: Result<SVGSize, Unmeasurable>

    package init(_ name: String, _ result: Result<SVGSize, Unmeasurable>) {
        self.name = name
        self.result = result
    }

    /// The name, safe to be shown in a line.
    package var shownName: String { name.printable() }

    static func sentence(_ reason: Unmeasurable) -> String { "not measurable: \(reason)" }

    /// Why it was not measured, safe to be shown in a line.
    package var shownReason: String? {
        if case .failure(let reason) = result { Self.sentence(reason).printable() } else { nil }
    }
}
