/// A picture of a few flat colours (sky, sun, hills, ground), chosen by a name; it is the same in every size.
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
            width * random.number(in: 20...80) / 100, height * random.number(in: 16...50) / 100,
            max(1, height / random.number(in: 8...14))
        )
        hills = (0..<3).map { _ in
            (width * random.number(in: 0...100) / 100, height * random.number(in: 10...30) / 100)
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
        if y >= horizon { return [UInt8](repeating: 3, count: size.width) }
        var row = [UInt8](repeating: 0, count: size.width)
        func paint(_ colour: UInt8, within reach: Int, of x: Int) {
            for place in max(0, x - reach)..<max(0, min(size.width, x + reach + 1)) { row[place] = colour }
        }
        let rest = sun.radius * sun.radius - (y - sun.y) * (y - sun.y)
        if rest >= 0 { paint(1, within: Int(Double(rest).squareRoot()), of: sun.x) }
        for hill in hills {
            let depth = y - horizon + hill.height
            if depth >= 0 { paint(2, within: 2 * depth + 1, of: hill.peak) }
        }
        return row
    }
}
