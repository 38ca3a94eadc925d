/// A picture of a few shapes, chosen by a name, that is written as SVG and as PNG alike.
struct Drawing: Sendable {
    enum Shape: Sendable {
        case rectangle(x: Int, y: Int, width: Int, height: Int)
        case circle(x: Int, y: Int, radius: Int)
    }

    let size: PictureSize
    /// The first is the background, the others are those of the shapes, in their order.
    let palette: [[UInt8]]
    /// From the back to the front.
    let shapes: [Shape]

    /// A tower on a hill at night, with the moon.
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

    /// The place in the palette of the colour at a point.
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
