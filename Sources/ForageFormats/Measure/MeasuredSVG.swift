package import ForageMeasure
internal import Text

/// What came of measuring one SVG.
package struct MeasuredSVG: Sendable {
    /// What it is called: a path, an address, or - for standard input.
    package let name: String
    package let result: Result<SVGSize, MeasuringFault>

    package init(_ name: String, _ result: Result<SVGSize, MeasuringFault>) {
        self.name = name
        self.result = result
    }

    /// The name, safe to be shown in a line.
    package var shownName: String { name.printable() }
}

/// Why something is not measured, in half a sentence.
package struct MeasuringFault: Error, Hashable, Sendable {
    package let reason: String

    package init(_ reason: String) { self.reason = reason }

    /// The reason, safe to be shown in a line.
    package var shownReason: String { reason.printable() }
}
