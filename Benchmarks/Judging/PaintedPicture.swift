internal import TestPlaces

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A picture that was made up: waves of light, the coarser the stronger as in photographs, and things in front of them.
struct PaintedPicture: Sendable {
    private var waves: [Wave] = []
    private var things: [Thing] = []
    private let tint: SIMD3<Double>

    /// What makers have in common that they do again and again.
    struct Style: Sendable {
        let tint: SIMD3<Double>
        let sky: Double

        init(using luck: inout SeededNumbers) {
            tint = SIMD3(
                .random(in: 0.5...1, using: &luck), .random(in: 0.5...1, using: &luck),
                .random(in: 0.5...1, using: &luck))
            sky = .random(in: 0...0.3, using: &luck)
        }
    }

    /// What is seen of it: from where, and how much.
    struct View: Sendable {
        var x = 0.0
        var y = 0.0
        var width = 1.0
        var height = 1.0
    }

    private struct Wave: Sendable {
        let x: Double, y: Double, phase: Double
        let strength: SIMD3<Double>
    }

    private struct Thing: Sendable {
        let x: Double, y: Double, radius: Double
        let colour: SIMD3<Double>
    }

    init(in style: Style, using luck: inout SeededNumbers) {
        tint = style.tint
        waves = [Wave(x: 0, y: 0.5, phase: 0, strength: SIMD3(repeating: style.sky))]
        for _ in 0..<24 {
            let (x, y) = (luck.normal(1.5), luck.normal(1.5))
            let strength = luck.normal(0.1) / max(0.5, (x * x + y * y).squareRoot())
            let shade = SIMD3(luck.normal(0.15), luck.normal(0.15), luck.normal(0.15))
            waves.append(
                Wave(
                    x: x, y: y, phase: .random(in: 0..<2 * .pi, using: &luck),
                    strength: strength * (SIMD3(repeating: 1) + shade)))
        }
        for _ in 0..<Int.random(in: 0...3, using: &luck) {
            add(of: .random(in: 0.05...0.2, using: &luck), &luck)
        }
    }

    /// The same with one more thing in front.
    func busier(using luck: inout SeededNumbers) -> PaintedPicture {
        var picture = self
        picture.add(of: 0.06, &luck)
        return picture
    }

    private mutating func add(of radius: Double, _ luck: inout SeededNumbers) {
        let colour = SIMD3(
            Double.random(in: 0...1, using: &luck), .random(in: 0...1, using: &luck),
            .random(in: 0...1, using: &luck))
        things.append(
            Thing(
                x: .random(in: 0...1, using: &luck), y: .random(in: 0...1, using: &luck), radius: radius,
                colour: colour))
    }

    /// The light at a place, in red, green and blue.
    func light(x: Double, y: Double) -> SIMD3<Double> {
        if let thing = things.last(where: {
            ($0.x - x) * ($0.x - x) + ($0.y - y) * ($0.y - y) < $0.radius * $0.radius
        }) {
            return thing.colour
        }
        var light = SIMD3(repeating: 0.3)
        for wave in waves {
            light += wave.strength * cos(2 * .pi * (wave.x * x + wave.y * y) + wave.phase)
        }
        return (light * tint).clamped(lowerBound: .zero, upperBound: .one)
    }
}
