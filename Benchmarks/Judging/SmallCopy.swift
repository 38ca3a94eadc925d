#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A small copy of a picture, as a service has it when it says how the picture looks.
struct SmallCopy: Sendable {
    private let width: Int
    private let height: Int
    private let light: [SIMD3<Double>]

    /// - Parameters:
    ///   - picture: What is copied.
    ///   - view: What is seen of it.
    ///   - width: How many points wide the copy is; it is two thirds as high.
    ///   - noise: How much is lost and gained by packing it.
    ///   - luck: What decides where.
    init(
        of picture: PaintedPicture, view: PaintedPicture.View, width: Int, noise: Double,
        using luck: inout Luck
    ) {
        self.width = width
        height = width * 2 / 3
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

    /// The picture in a few letters, as whoever describes the form of them says they are found.
    func blurHash(columns: Int, rows: Int) -> String {
        let waves = (0..<columns * rows).map { wave($0 % columns, $0 / columns) }
        let strongest = waves.dropFirst().flatMap { [abs($0.x), abs($0.y), abs($0.z)] }.max() ?? 0
        let step = max(0, min(82, Int((strongest * 166 - 0.5).rounded(.down))))
        let greatest = Double(step + 1) / 166
        let levels = waves.dropFirst().map { wave in
            let level = [wave.x, wave.y, wave.z].map { part in
                let root = (abs(part) / greatest).squareRoot() * (part < 0 ? -1 : 1)
                return max(0, min(18, Int((root * 9 + 9.5).rounded(.down))))
            }
            return Self.letters(level[0] * 361 + level[1] * 19 + level[2], count: 2)
        }
        return Self.letters(columns - 1 + (rows - 1) * 9, count: 1) + Self.letters(step, count: 1)
            + Self.letters(Self.bits(waves[0]), count: 4) + levels.joined()
    }

    private func wave(_ column: Int, _ row: Int) -> SIMD3<Double> {
        let across = (0..<width).map { cos(.pi * Double(column * $0) / Double(width)) }
        let down = (0..<height).map { cos(.pi * Double(row * $0) / Double(height)) }
        var sum = SIMD3<Double>.zero
        for place in light.indices { sum += light[place] * across[place % width] * down[place / width] }
        return sum * (column == 0 && row == 0 ? 1 : 2) / Double(width * height)
    }

    private static func bits(_ light: SIMD3<Double>) -> Int {
        [light.x, light.y, light.z].reduce(0) { bits, part in
            let part = min(max(part, 0), 1)
            let shown = part <= 0.0031308 ? part * 12.92 : 1.055 * pow(part, 1 / 2.4) - 0.055
            return bits << 8 | Int((shown * 255).rounded())
        }
    }

    private static func letters(_ number: Int, count: Int) -> String {
        var (rest, letters) = (number, "")
        for _ in 0..<count {
            letters = String(alphabet[rest % 83]) + letters
            rest /= 83
        }
        return letters
    }

    private static let alphabet = Array(
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~")
}
