internal import Bytes
internal import ForageCore
internal import ForageMeasure
internal import JSON

extension JSONWriter {
    /// The object that `docs/output.md` describes; every key is always there.
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
        key("widthAttribute")
        attribute(size?.widthText, size?.width, size?.widthPercent)
        key("heightAttribute")
        attribute(size?.heightText, size?.height, size?.heightPercent)
        key("viewBox")
        viewBox(size?.viewBox)
        length("aspectRatio", size?.aspectRatio)
        key("hasNamespace")
        size.map { bool($0.hasNamespace) } ?? null()
    }

    private mutating func attribute(_ text: String?, _ length: SVGLength?, _ percent: Double?) {
        guard let text else { return null() }
        object { writer in
            writer.text("text", text.shortened(to: Self.greatestTextCount))
            writer.length("value", length?.value ?? percent)
            writer.text("unit", length?.unitText ?? percent.map { _ in "%" })
            writer.length("pixels", length?.pixels)
        }
    }

    private mutating func viewBox(_ box: SVGViewBox?) {
        guard let box else { return null() }
        object { writer in
            writer.length("minX", box.minX)
            writer.length("minY", box.minY)
            writer.length("width", box.width)
            writer.length("height", box.height)
        }
    }

    private mutating func text(_ name: String, _ text: String?) {
        key(name)
        text.map { string($0) } ?? null()
    }

    private mutating func length(_ name: String, _ value: Double?) {
        key(name)
        guard let value, value.isFinite else { return null() }
        Int(exactly: value).map { number($0) } ?? number(value)
    }

    /// Longer attributes are no sizes.
    private static var greatestTextCount: Int { 100 }
}

extension SVGLength {
    /// The unit; none where none is written.
    fileprivate var unitText: String? { unit == .none ? nil : unit.rawValue }
}
