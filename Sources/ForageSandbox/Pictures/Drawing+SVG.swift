extension Drawing {
    /// How the root of a file is written: all of these are met in the wild.
    enum RootStyle: CaseIterable {
        case pixels, points, inches, viewBoxOnly, widthOnly
        /// Behind a comment that looks like a root, and a document type.
        case behindDecoy
        /// With every name in front of which a prefix stands.
        case prefixed
        /// In front of a long tail that no reader of the size needs.
        case longTail
    }

    func svg(_ style: RootStyle) -> [UInt8] {
        let prefix = style == .prefixed ? "svg:" : ""
        let namespace = style == .prefixed ? "xmlns:svg" : "xmlns"
        let root = "<\(prefix)svg \(namespace)=\"http://www.w3.org/2000/svg\"\(dimensions(style))>\n"
        let body = shapes.enumerated().map { "  " + text(of: $1, prefix, colour($0 + 1)) + "\n" }.joined()
        let whole = Shape.rectangle(x: 0, y: 0, width: size.width, height: size.height)
        let tail = style == .longTail ? Self.tail : ""
        return Array(
            (prologue(style) + root + "  \(text(of: whole, prefix, colour(0)))\n" + body + tail
                + "</\(prefix)svg>\n").utf8)
    }

    private func prologue(_ style: RootStyle) -> String {
        guard style == .behindDecoy else { return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" }
        return """
            <?xml version="1.0"?>
            <!-- Drawn by the sandbox; not <svg width="1" height="2"> -->
            <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">

            """
    }

    private func dimensions(_ style: RootStyle) -> String {
        let viewBox = " viewBox=\"0 0 \(size.width) \(size.height)\""
        return switch style {
        case .pixels: " width=\"\(size.width)px\" height=\"\(size.height)px\""
        case .points: lengths("pt", times: 0.75) + viewBox
        case .inches: lengths("in", times: 1 / 96.0) + viewBox
        case .viewBoxOnly: viewBox
        case .widthOnly: " width=\"\(size.width)\"" + viewBox
        case .behindDecoy, .prefixed, .longTail: lengths("", times: 1) + viewBox
        }
    }

    private func lengths(_ unit: String, times factor: Double) -> String {
        let (width, height) = (Double(size.width) * factor, Double(size.height) * factor)
        return " width=\"\(width)\(unit)\" height=\"\(height)\(unit)\""
    }

    private func text(of shape: Shape, _ prefix: String, _ colour: String) -> String {
        switch shape {
        case .rectangle(let x, let y, let width, let height):
            "<\(prefix)rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" fill=\"\(colour)\"/>"
        case .circle(let x, let y, let radius):
            "<\(prefix)circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" fill=\"\(colour)\"/>"
        }
    }

    private func colour(_ place: Int) -> String {
        "rgb(" + palette[place].map(String.init).joined(separator: ",") + ")"
    }

    private static let tail =
        "  <!-- " + String(repeating: "nothing more of the picture comes here, ", count: 3_000) + "-->\n"
}
