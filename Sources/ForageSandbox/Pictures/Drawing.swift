/// A picture of a few shapes, derived from a name, which can be written as SVG and as PNG.
struct Drawing: Sendable {
    enum Shape: Sendable {
        case rectangle(x: Int, y: Int, width: Int, height: Int)
        case circle(x: Int, y: Int, radius: Int)
    }

    let size: PictureSize
    /// The colours: first the background, then the shapes in their order.
    let palette: [[UInt8]]
    /// The shapes from the back to the front.
    let shapes: [Shape]

    /// Draws a tower on a hill at night, with the moon.
    init(named name: String) {
        size = PictureSize(named: name)
        var random = SplitMix64(seed: name.stableHash)
        let (width, height) = (size.width, size.height)
        let left = random.number(in: width / 4...width * 3 / 4)
        let top = random.number(in: height / 4...height / 2)
        let tower = max(8, width / random.number(in: 8...14))
        shapes = [
            .circle(x: width - left, y: height / 5, radius: height / 8),
            .circle(x: left, y: height * 3 / 2, radius: height * 4 / 5),
            .rectangle(x: left - tower / 2, y: top, width: tower, height: height * 3 / 4 - top),
            .circle(x: left, y: top, radius: tower),
        ]
        palette = [30, 230, 90, 150, 245].map { brightness in
            (0..<3).map { _ in UInt8(clamping: brightness + random.number(in: -20...20)) }
        }
    }

    /// Returns the index of the colour at a point in the palette.
    func colour(x: Double, y: Double) -> UInt8 {
        let place = shapes.lastIndex { $0.contains(x: x, y: y) }
        return place.map { UInt8($0 + 1) } ?? 0
    }
}

extension Drawing.Shape {
    fileprivate func contains(x: Double, y: Double) -> Bool {
        switch self {
        case .rectangle(let left, let top, let width, let height):
            return (Double(left)..<Double(left + width)).contains(x)
                && (Double(top)..<Double(top + height)).contains(y)
        case .circle(let centreX, let centreY, let radius):
            let (dx, dy) = (x - Double(centreX), y - Double(centreY))
            return dx * dx + dy * dy <= Double(radius * radius)
        }
    }
}

extension Drawing {
    /// A part of the drawing, in the drawing's units.
    struct Area: Sendable {
        var x = 0.0
        var y = 0.0
        let width: Double
        let height: Double
    }

    var wholeArea: Area { Area(width: Double(size.width), height: Double(size.height)) }

    /// Returns a part of the drawing in any size.
    func png(of area: Area, size: PictureSize) -> [UInt8] {
        PNG.encode(size: size, palette: palette) { row in
            let y = area.y + (Double(row) + 0.5) * area.height / Double(size.height)
            return (0..<size.width).map { column in
                colour(x: area.x + (Double(column) + 0.5) * area.width / Double(size.width), y: y)
            }
        }
    }
}

extension Drawing {
    /// The form of the root element in a file. All forms occur in real files.
    enum RootStyle: CaseIterable {
        case pixels, points, inches, viewBoxOnly, widthOnly
        /// After a document type and a comment that resembles a root element.
        case behindDecoy
        /// With a prefix for all names.
        case prefixed
        /// Followed by a long part that is not needed to read the size.
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

/// The size of a picture, which is derived from its name, so that descriptions and the picture itself agree.
struct PictureSize: Sendable, Equatable {
    let width: Int
    let height: Int

    private static let sizes = [(200, 200), (320, 240), (400, 300), (300, 400), (500, 334), (256, 384)]

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    init(named name: String) {
        (width, height) = Self.sizes[Int(name.stableHash % UInt64(Self.sizes.count))]
    }
}
