extension Drawing {
    /// A part of the drawing, in its own units.
    struct Area: Sendable {
        var x = 0.0
        var y = 0.0
        let width: Double
        let height: Double
    }

    var wholeArea: Area { Area(width: Double(size.width), height: Double(size.height)) }

    /// A part of the drawing at any size.
    func png(of area: Area, size: PictureSize) -> [UInt8] {
        PNG.encode(size: size, palette: palette) { row in
            let y = area.y + (Double(row) + 0.5) * area.height / Double(size.height)
            return (0..<size.width).map { column in
                colour(x: area.x + (Double(column) + 0.5) * area.width / Double(size.width), y: y)
            }
        }
    }
}
