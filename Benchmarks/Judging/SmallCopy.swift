internal import ForageCore
internal import TestPlaces

/// A small copy of a picture, as a service has it when it says how the picture looks.
struct SmallCopy: Sendable {
    private let width: Int
    private let light: [SIMD3<Double>]

    /// - Parameters:
    ///   - picture: What is copied.
    ///   - view: What is seen of it.
    ///   - width: How many points wide the copy is; it is two thirds as high.
    ///   - noise: How much is lost and gained by packing it.
    ///   - luck: What decides where.
    init(
        of picture: PaintedPicture, view: PaintedPicture.View, width: Int, noise: Double,
        using luck: inout SeededNumbers
    ) {
        self.width = width
        let height = width * 2 / 3
        var light: [SIMD3<Double>] = []
        let exposure = 1 + luck.normal(noise / 2)
        for row in 0..<height {
            for column in 0..<width {
                let x = view.x + view.width * (Double(column) + 0.5) / Double(width)
                let y = view.y + view.height * (Double(row) + 0.5) / Double(height)
                light.append(picture.light(x: x, y: y) * exposure + luck.normal(noise))
            }
        }
        self.light = light
    }

    /// The picture in a few letters.
    func blurHash(columns: Int, rows: Int) -> BlurHash? {
        BlurHash(light: light, width: width, columns: columns, rows: rows)
    }
}
