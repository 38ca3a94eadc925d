internal import ForageCore
package import ForageMeasure
internal import JSON

/// How sizes of SVGs are written.
package enum SVGSizeFormat: String, Hashable, Sendable, CaseIterable {
    /// A line each, for people and for shells.
    case table
    /// An object for one, a list for several.
    case json
    /// An object a line.
    case jsonl
}

/// Writes sizes of SVGs as they are measured, batch by batch.
package struct SVGSizeReport: Sendable {
    private let format: SVGSizeFormat
    private let policy: SVGSize.Policy
    private let isSingle: Bool
    private let style: TerminalStyle?
    /// How many were written.
    package private(set) var count = 0
    /// How many of them are not measurable.
    package private(set) var failureCount = 0

    /// - Parameters:
    ///   - format: How they are written.
    ///   - policy: What is done where a size is not stated.
    ///   - isSingle: Whether JSON is one object rather than a list.
    ///   - terminal: What standard output can show; nil when it is no terminal.
    package init(
        _ format: SVGSizeFormat, policy: SVGSize.Policy, isSingle: Bool, terminal: TerminalStyle? = nil
    ) {
        self.format = format
        self.policy = policy
        self.isSingle = isSingle
        style = terminal
    }

    /// The text of the next ones.
    package mutating func text(of batch: [MeasuredSVG]) -> String {
        var text = ""
        for measured in batch {
            text += separator
            text += self.text(of: measured)
            count += 1
            if case .failure = measured.result { failureCount += 1 }
        }
        return text
    }

    /// The text behind the last one.
    package var end: String {
        guard format == .json else { return "" }
        if isSingle { return count == 0 ? "" : "\n" }
        return count == 0 ? "[]\n" : "\n]\n"
    }

    private var separator: String {
        guard format == .json, !isSingle else { return "" }
        return count == 0 ? "[\n" : ",\n"
    }

    private func text(of measured: MeasuredSVG) -> String {
        switch format {
        case .json where isSingle: JSONText.text(.pretty) { $0.measured(measured, policy) }
        case .json: "  " + JSONText.text { $0.measured(measured, policy) }
        case .jsonl: JSONText.lines { $0.measured(measured, policy) }
        case .table: line(of: measured)
        }
    }

    private func line(of measured: MeasuredSVG) -> String {
        guard case .success(let size) = measured.result else { return "" }
        let pixels = size.pixels(policy)
        let source = pixels?.source.rawValue ?? ""
        guard let style else {
            return String(
                joining: [
                    pixels?.width.shortest ?? "", "\t", pixels?.height.shortest ?? "", "\t", source, "\t",
                    measured.shownName, "\n",
                ])
        }
        let sides = pixels.map { [$0.width.shortest, $0.height.shortest] }
        let shape = sides?.joined(separator: style.usesUnicode ? " × " : " x ") ?? "no size"
        return shape.leading(16) + "  " + style.painted(source.trailing(14), .faint) + "  "
            + measured.shownName + "\n"
    }
}

extension String {
    /// At the right of a column.
    fileprivate func leading(_ width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }

    /// At the left of a column.
    fileprivate func trailing(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
