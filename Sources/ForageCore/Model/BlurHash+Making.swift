#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

extension BlurHash {
    /// Works out how a picture looks from its pixels; nil where these make no picture.
    ///
    /// - Parameters:
    ///   - pixels: Red, green, blue and opacity of each, as screens show them, by rows; the last means nothing.
    ///   - width: How many there are in a row.
    package init?(pixels: [UInt8], width: Int) {
        guard pixels.count.isMultiple(of: 4) else { return nil }
        let light = stride(from: 0, to: pixels.count, by: 4).map { place in
            SIMD3(
                Self.light[Int(pixels[place])], Self.light[Int(pixels[place + 1])],
                Self.light[Int(pixels[place + 2])])
        }
        self.init(light: light, width: width)
    }

    /// Works out how a picture looks from the light of its points, as whoever made the form of these letters says.
    ///
    /// - Parameters:
    ///   - light: How much red, green and blue light there is at each, from 0 to 1, by rows.
    ///   - width: How many there are in a row.
    ///   - columns: How many waves are told from side to side.
    ///   - rows: How many are told from top to bottom.
    package init?(light: [SIMD3<Double>], width: Int, columns: Int = 4, rows: Int = 3) {
        guard width > 0, !light.isEmpty, light.count.isMultiple(of: width) else { return nil }
        let waves = Self.waves(of: light, width: width, columns: columns, rows: rows)
        let strongest = waves.dropFirst().map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() ?? 0
        let step = max(0, min(82, Int((strongest * 166 - 0.5).rounded(.down))))
        let levels = waves.dropFirst().map { Self.level(of: $0, upTo: Double(step + 1) / 166) }
        let numbers =
            [(columns - 1 + (rows - 1) * 9, 1), (step, 1), (Self.colour(of: waves[0]), 4)]
            + levels.map { ($0, 2) }
        let letters = numbers.flatMap { Self.letters($0.0, count: $0.1) }
        self.init(String(decoding: letters, as: UTF8.self))
    }

    private static func waves(
        of light: [SIMD3<Double>], width: Int, columns: Int, rows: Int
    ) -> [SIMD3<Double>] {
        let height = light.count / width
        // First along each line, then down what came of the lines: that is far less to add up.
        let across = Self.cosines(columns, over: width)
        let down = Self.cosines(rows, over: height)
        var lines = [SIMD3<Double>](repeating: .zero, count: height * columns)
        for y in 0..<height {
            for column in 0..<columns {
                var sum = SIMD3<Double>.zero
                for x in 0..<width { sum += light[y * width + x] * across[column * width + x] }
                lines[y * columns + column] = sum
            }
        }
        return (0..<columns * rows).map { place in
            var sum = SIMD3<Double>.zero
            for y in 0..<height {
                sum += lines[y * columns + place % columns] * down[place / columns * height + y]
            }
            return sum * (place == 0 ? 1 : 2) / Double(light.count)
        }
    }

    /// The waves along so many points, one behind the other.
    private static func cosines(_ count: Int, over length: Int) -> [Double] {
        (0..<count * length).map { cos(.pi * Double($0 / length * ($0 % length)) / Double(length)) }
    }

    /// How strong a wave is in red, green and blue, each in nineteen steps.
    private static func level(of wave: SIMD3<Double>, upTo greatest: Double) -> Int {
        [wave.x, wave.y, wave.z].reduce(0) { level, part in
            let root = (abs(part) / greatest).squareRoot() * (part < 0 ? -1 : 1)
            return level * 19 + max(0, min(18, Int((root * 9 + 9.5).rounded(.down))))
        }
    }

    /// A colour as screens show it.
    private static func colour(of light: SIMD3<Double>) -> Int {
        [light.x, light.y, light.z].reduce(0) { colour, part in
            let part = min(max(part, 0), 1)
            let shown = part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
            return colour << 8 | Int(shown * 255 + 0.5)
        }
    }

    /// How much light a screen gives for a number from 0 to 255.
    private static let light: [Double] = (0...255).map { number in
        let shown = Double(number) / 255
        return shown <= 0.04045 ? shown / 12.92 : pow((shown + 0.055) / 1.055, 2.4)
    }

    private static func letters(_ number: Int, count: Int) -> [UInt8] {
        var (rest, letters) = (number, [UInt8]())
        for _ in 0..<count {
            letters.insert(alphabet[rest % 83], at: 0)
            rest /= 83
        }
        return letters
    }
}
