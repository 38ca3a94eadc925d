/// A picture of a few flat colours (sky, sun, hills, ground), chosen by a name.
struct Landscape {
    private let size: PictureSize
    private let sun: (x: Int, y: Int, radius: Int)
    private let horizon: Int
    private let hills: [(peak: Int, height: Int)]
    let palette: [[UInt8]]

    init(named name: String, size: PictureSize) {
        self.size = size
        var random = SplitMix64(seed: name.stableHash)
        let (width, height) = (size.width, size.height)
        horizon = height * random.number(in: 55...75) / 100
        sun = (
            random.number(in: width / 5...width * 4 / 5), random.number(in: height / 6...height / 2),
            max(1, height / random.number(in: 8...14))
        )
        hills = (0..<3).map { _ in
            (random.number(in: 0...width), height * random.number(in: 10...30) / 100)
        }
        palette = (0..<4).map { tone in Self.colour(tone: tone, from: &random) }
    }

    /// Sky, sun, hills, ground: from light to dark, so that neighbours always differ.
    private static func colour(tone: Int, from random: inout SplitMix64) -> [UInt8] {
        let brightness = [200, 235, 110, 60][tone]
        return (0..<3).map { _ in UInt8(clamping: brightness + random.number(in: -40...20)) }
    }

    /// One row of palette indices.
    func row(_ y: Int) -> [UInt8] {
        (0..<size.width).map { x in
            if y >= horizon { return 3 }
            if hills.contains(where: { y >= horizon - $0.height + abs(x - $0.peak) / 2 }) { return 2 }
            let (dx, dy) = (x - sun.x, y - sun.y)
            return dx * dx + dy * dy <= sun.radius * sun.radius ? 1 : 0
        }
    }
}
