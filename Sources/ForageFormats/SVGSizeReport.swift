package import ForageCore
package import ForageSearch
internal import JSON
internal import Platform

/// A writer of SVG sizes, which arrive in batches.
package struct SVGSizeReport: Sendable {
    private let format: SVGSizeFormat
    private let policy: SVGSize.Policy
    private let isSingle: Bool
    private let style: TerminalStyle?
    /// The number of results written.
    package private(set) var count = 0
    /// The number of results that are failures.
    package private(set) var failureCount = 0

    /// - Parameters:
    ///   - format: The format.
    ///   - policy: The policy for sizes that are not stated.
    ///   - isSingle: True if JSON is one object rather than a list.
    ///   - terminal: The style of standard output; nil if it is not a terminal.
    package init(
        _ format: SVGSizeFormat, policy: SVGSize.Policy, isSingle: Bool, terminal: TerminalStyle? = nil
    ) {
        self.format = format
        self.policy = policy
        self.isSingle = isSingle
        style = terminal
    }

    /// Returns the text of the next results.
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

    /// The text after the last result.
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
            let sides = [pixels?.width.shortest, pixels?.height.shortest].map { $0 ?? "" }
            return (sides + [source, measured.shownName]).joined(separator: "\t") + "\n"
        }
        let sides = pixels.map { [$0.width.shortest, $0.height.shortest] }
        let shape = sides?.joined(separator: style.usesUnicode ? " × " : " x ") ?? "no size"
        return shape.padded(toWidth: 16, alignment: .trailing) + "  "
            + style.painted(source.padded(toWidth: 14), .faint) + "  "
            + measured.shownName + "\n"
    }
}

/// The formats of SVG sizes.
package enum SVGSizeFormat: String, Hashable, Sendable, CaseIterable {
    /// One line each, for people and for shells.
    case table
    /// An object for one result, a list for several.
    case json
    /// An object on each line.
    case jsonl
}

/// The result of measuring one SVG.
package struct MeasuredSVG: Sendable {
    /// The name: a path, an address, or `-` for standard input.
    package let name: String
    package let result: Result<SVGSize, MeasuringError>

    package init(_ name: String, _ result: Result<SVGSize, MeasuringError>) {
        self.name = name
        self.result = result
    }

    /// The name in a form that is safe to show in a line.
    package var shownName: String { name.printable() }

    static func sentence(_ reason: MeasuringError) -> String { "not measurable: \(reason)" }

    /// The reason for a failure in a form that is safe to show in a line.
    package var shownReason: String? {
        if case .failure(let reason) = result { Self.sentence(reason).printable() } else { nil }
    }
}

extension JSONWriter {
    /// Writes the object described in `docs/output.md`; it always has every key.
    mutating func measured(_ measured: MeasuredSVG, _ policy: SVGSize.Policy) {
        object { writer in
            writer.text("file", measured.name)
            switch measured.result {
            case .success(let size):
                writer.members(of: size, policy)
                writer.text("error", nil)
            case .failure(let reason):
                writer.members(of: nil, policy)
                writer.text("error", MeasuredSVG.sentence(reason))
            }
        }
    }

    private mutating func members(of size: SVGSize?, _ policy: SVGSize.Policy) {
        let pixels = size?.pixels(policy)
        length("width", pixels?.width)
        length("height", pixels?.height)
        text("source", pixels?.source.rawValue)
        attribute("widthAttribute", size?.widthText, size?.width, size?.widthPercent)
        attribute("heightAttribute", size?.heightText, size?.height, size?.heightPercent)
        member("viewBox", orNull: size?.viewBox) { writer, box in
            writer.object { writer in
                writer.length("minX", box.minX)
                writer.length("minY", box.minY)
                writer.length("width", box.width)
                writer.length("height", box.height)
            }
        }
        length("aspectRatio", size?.aspectRatio)
        member("hasNamespace", orNull: size?.hasNamespace) { $0.bool($1) }
    }

    private mutating func attribute(
        _ name: String, _ text: String?, _ length: SVGLength?, _ percent: Double?
    ) {
        member(name, orNull: text) { writer, text in
            writer.object { writer in
                writer.text("text", text.shortened(to: Self.greatestTextCount))
                writer.length("value", length?.value ?? percent)
                writer.text("unit", length?.unitText ?? percent.map { _ in "%" })
                writer.length("pixels", length?.pixels)
            }
        }
    }

    private mutating func text(_ name: String, _ text: String?) {
        member(name, orNull: text) { $0.string($1) }
    }

    private mutating func length(_ name: String, _ value: Double?) {
        member(name, orNull: value) { writer, value in
            Int(exactly: value).map { writer.number($0) } ?? writer.number(value)
        }
    }

    /// The greatest length of an attribute that can be a size.
    private static var greatestTextCount: Int { 100 }
}

extension SVGLength {
    /// The unit; nil if none is stated.
    fileprivate var unitText: String? { unit == .none ? nil : unit.rawValue }
}
