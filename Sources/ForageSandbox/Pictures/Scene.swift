/// A picture of shapes in gradients with a fine grain, like a photo. It has the same motif in every size.
///
/// Shapes are measured in heights of the picture, from the upper left corner.
struct Scene {
    /// An outline that meets each row of pixels at most once.
    enum Outline {
        case ellipse(x: Double, y: Double, width: Double, height: Double)
        /// A shape with level ends, which are stated by the middle and half of the width.
        case trapezoid(
            top: Double, x: Double, half: Double, bottom: Double, bottomX: Double, bottomHalf: Double)
    }

    /// A colour at the top of a shape and one at its bottom.
    struct Tone {
        let top: [Int]
        let bottom: [Int]
    }

    private struct Shape {
        let outline: Outline
        let tone: Int
    }

    /// The shades of a tone in the palette.
    private static let shades = 16

    /// The pixels of a word.
    private static let word = 8
    private static let wordCount = 500

    /// For each share of pixels that are one shade darker, words with those pixels in random places.
    private static let grains: [[UInt64]] = (0..<8).map { level in
        var noise = SplitMix64(seed: 1)
        return (0..<wordCount).map { _ in
            let bytes = noise.next()
            return (0..<8).reduce(0) { word, place in
                let isDark = bytes >> (8 * place) & 0xFF < UInt64(level * 32)
                return isDark ? word | 1 << (8 * place) : word
            }
        }
    }

    private let size: PictureSize
    private var shapes: [Shape] = []
    private var tones: [Tone] = []
    private var random: SplitMix64

    /// The width in heights.
    let width: Double

    /// - Parameters:
    ///   - name: The name from which everything but the subject is derived.
    ///   - subject: The name of a category; by default any one.
    ///   - size: The size of the picture in pixels.
    init(named name: String, of subject: String? = nil, size: PictureSize) {
        self.size = size
        width = Double(size.width) / Double(size.height)
        random = SplitMix64(seed: name.stableHash)
        draw(subject ?? Category.all[Int(name.stableHash % UInt64(Category.all.count))].singular)
    }

    /// Adds a shape in front of those before.
    mutating func add(_ outline: Outline, _ tone: Int) { shapes.append(Shape(outline: outline, tone: tone)) }

    /// Adds a tone, of which there are at most sixteen, and returns its number.
    mutating func tone(_ top: [Int], _ bottom: [Int]? = nil) -> Int {
        let change = number(in: -14...14)
        tones.append(Tone(top: top.map { $0 + change }, bottom: (bottom ?? top).map { $0 + change }))
        return tones.count - 1
    }

    /// Adds a lighter or darker form of a tone, and returns its number.
    mutating func shaded(_ tone: Int, by change: Int) -> Int {
        tones.append(
            Tone(top: tones[tone].top.map { $0 + change }, bottom: tones[tone].bottom.map { $0 + change }))
        return tones.count - 1
    }

    /// Returns a random number of the scene.
    mutating func number(in range: ClosedRange<Int>) -> Int { random.number(in: range) }

    /// Returns a random number of hundredths.
    mutating func part(_ range: ClosedRange<Int>) -> Double { Double(random.number(in: range)) / 100 }

    var png: [UInt8] { PNG.encode(size: size, palette: palette, row: row) }

    private var palette: [[UInt8]] {
        tones.flatMap { tone in
            (0..<Self.shades).map { shade in
                zip(tone.top, tone.bottom).map {
                    UInt8(clamping: $0 + ($1 - $0) * shade / (Self.shades - 1))
                }
            }
        }
    }

    /// Returns a row of palette indices.
    private func row(_ number: Int) -> [UInt8] {
        var row = [UInt8](repeating: 0, count: size.width + Self.word)
        let scale = Double(size.height)
        let y = (Double(number) + 0.5) / scale
        row.withUnsafeMutableBytes { row in
            for shape in shapes {
                guard let (left, right, depth) = shape.outline.span(at: y) else { continue }
                let pixels = (Int(left * scale)..<Int(right * scale)).clamped(to: 0..<size.width)
                paint(pixels, shape.tone, depth, number, row)
            }
        }
        return row.dropLast(Self.word)
    }

    /// Paints eight pixels at a time, because a picture has millions.
    private func paint(
        _ pixels: Range<Int>, _ tone: Int, _ depth: Double, _ number: Int,
        _ row: UnsafeMutableRawBufferPointer
    ) {
        let level = max(0, min(depth, 0.999)) * Double(Self.shades - 1)
        let shade = UInt64(tone * Self.shades + Int(level)) * 0x0101_0101_0101_0101
        let grain = Self.grains[Int((level - level.rounded(.down)) * 8)]
        var place = number * 177 % Self.wordCount
        let kept = row.loadUnaligned(fromByteOffset: pixels.upperBound, as: UInt64.self)
        for x in stride(from: pixels.lowerBound, to: pixels.upperBound, by: Self.word) {
            row.storeBytes(of: shade + grain[place], toByteOffset: x, as: UInt64.self)
            place = place + 1 == Self.wordCount ? 0 : place + 1
        }
        row.storeBytes(of: kept, toByteOffset: pixels.upperBound, as: UInt64.self)
    }
}

extension Scene.Outline {
    /// The part of a row that is within the outline, and the place of the row between its top (0) and its bottom (1).
    fileprivate func span(at y: Double) -> (left: Double, right: Double, depth: Double)? {
        switch self {
        case .ellipse(let centreX, let centreY, let width, let height):
            let distance = 2 * (y - centreY) / height
            guard abs(distance) <= 1 else { return nil }
            let half = width / 2 * (1 - distance * distance).squareRoot()
            return (centreX - half, centreX + half, (distance + 1) / 2)
        case .trapezoid(let top, let x, let half, let bottom, let bottomX, let bottomHalf):
            guard top <= y, y < bottom else { return nil }
            let depth = (y - top) / (bottom - top)
            let (middle, reach) = (x + (bottomX - x) * depth, half + (bottomHalf - half) * depth)
            return (middle - reach, middle + reach, depth)
        }
    }
}
