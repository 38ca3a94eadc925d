import ForageCore
import ForageDownloads
import Platform
import TestPlaces
import Testing

@testable import ForageCredits

/// A made-up picture: shapes of different brightness on a gradient, at every place of the unit square.
struct MadeUpPicture {
    private let shapes: [(x: Double, y: Double, width: Double, height: Double, light: Double, isRound: Bool)]
    private let slope: (Double, Double)

    init(seed: Int) {
        var random = SeededNumbers(seed: seed)
        shapes = (0..<30).map { _ in
            (
                Double.random(in: 0...1, using: &random), Double.random(in: 0...1, using: &random),
                Double.random(in: 0.03...0.2, using: &random), Double.random(in: 0.03...0.2, using: &random),
                Double.random(in: 0...255, using: &random), random.chance(2)
            )
        }
        slope = (Double.random(in: 0...128, using: &random), Double.random(in: 0...127, using: &random))
    }

    private func light(_ x: Double, _ y: Double) -> Double {
        for shape in shapes.reversed() {
            let (dx, dy) = (abs(x - shape.x) / shape.width, abs(y - shape.y) / shape.height)
            if shape.isRound ? dx * dx + dy * dy < 1 : max(dx, dy) < 1 { return shape.light }
        }
        return slope.0 * x + slope.1 * y
    }

    /// The appearance of a part of the picture inside a frame.
    func sight(
        left: Double = 0, top: Double = 0, width: Double = 1, height: Double = 1, border: Double = 0,
        noise: Int = 0
    ) throws -> PictureSight {
        let (side, fine) = (PictureSight.side, 3)
        var random = SeededNumbers(seed: 9)
        var pixels: [UInt8] = []
        for row in 0..<side {
            for column in 0..<side {
                var sum = 0.0
                for part in 0..<fine * fine {
                    let u = (Double(column) + (Double(part % fine) + 0.5) / Double(fine)) / Double(side)
                    let v = (Double(row) + (Double(part / fine) + 0.5) / Double(fine)) / Double(side)
                    let (x, y) = ((u - border) / (1 - 2 * border), (v - border) / (1 - 2 * border))
                    let isInside = (0..<1).contains(x) && (0..<1).contains(y)
                    sum += isInside ? light(left + width * x, top + height * y) : 255
                }
                let value = sum / Double(fine * fine) + Double(Int.random(in: -noise...noise, using: &random))
                let byte = UInt8(min(255, max(0, value)))
                pixels += [byte, byte, byte, 255]
            }
        }
        return try PictureSight(pixels: pixels).orThrow()
    }
}

@Suite("Comparison of pictures")
struct PictureComparisonTests {
    @Test(
        "a picture that was cropped, framed or disturbed is recognised",
        arguments: 0..<Campaign.count(2, of: 60))
    func same(seed: Int) throws {
        let picture = MadeUpPicture(seed: seed)
        let whole = try picture.sight()
        let changed = try [
            picture.sight(noise: 12), picture.sight(left: 0.05, top: 0.02, width: 0.92, height: 0.93),
            picture.sight(left: 0.1, width: 0.9, height: 0.9),
            picture.sight(top: 0.031, width: 0.973, height: 0.957),
            picture.sight(border: 0.05),
            picture.sight(left: 0.017, top: 0.043, width: 0.95, height: 0.95, noise: 8),
        ]
        for (number, other) in changed.enumerated() {
            let likeness = try PictureComparison.likeness(whole, other).orThrow()
            #expect(likeness >= PictureComparison.leastLikeness, "\(number)")
            #expect(try PictureComparison.likeness(other, whole).orThrow() >= PictureComparison.leastLikeness)
        }
        #expect(whole.look.distance(to: changed[0].look) <= 6)
    }

    @Test("strangers are not alike", arguments: 0..<Campaign.count(2, of: 40))
    func strangers(seed: Int) throws {
        let picture = try MadeUpPicture(seed: seed).sight()
        for other in 1...4 {
            let likeness = try PictureComparison.likeness(
                picture, MadeUpPicture(seed: seed + 1_000 * other).sight())
            #expect((likeness ?? 0) < PictureComparison.leastLikeness)
        }
    }

    /// A picture with this brightness at each place of the unit square.
    private func grey(_ light: (Double, Double) -> Double) throws -> PictureSight {
        let side = PictureSight.side
        var pixels: [UInt8] = []
        for place in 0..<side * side {
            let value = light(Double(place % side) / Double(side), Double(place / side) / Double(side))
            let byte = UInt8(min(255, max(0, value)))
            pixels += [byte, byte, byte, 255]
        }
        return try PictureSight(pixels: pixels).orThrow()
    }

    /// A picture with soft spots, whose brightness is scaled and shifted.
    private func soft(_ contrast: Double, light: Double = 0, noise: Int = 1) throws -> PictureSight {
        let spots = [(0.2, 0.3, 1.0), (0.7, 0.4, -1.0), (0.4, 0.8, 0.7)]
        var random = SeededNumbers(seed: 5)
        return try grey { x, y in
            var sum = 0.0
            for spot in spots {
                let (dx, dy) = (x - spot.0, y - spot.1)
                sum += spot.2 * exp(-(dx * dx + dy * dy) / 0.02)
            }
            return 120 + light + contrast * sum + Double(Int.random(in: -noise...noise, using: &random))
        }
    }

    @Test("a smooth picture is recognised if its brightness agrees, too")
    func smooth() throws {
        let picture = try soft(30)
        let likeness = try PictureComparison.likeness(picture, soft(30, noise: 2))
        #expect(try likeness.orThrow() >= PictureComparison.leastLikeness)
        #expect(try PictureComparison.likeness(picture, soft(30, light: 30)) == 0)
        #expect(try PictureComparison.likeness(soft(100), soft(100, light: 30)).orThrow() > 0.9)
    }

    @Test("the same shape on a much lighter ground is another picture")
    func ground() throws {
        #expect(try PictureComparison.likeness(soft(100), soft(100, light: 60)) == 0)
    }

    @Test("even slopes have no details, so that skies are not alike")
    func slopes() throws {
        let likeness = try PictureComparison.likeness(grey { 250 * $1 }, grey { 60 + 140 * $1 })
        #expect((likeness ?? 0) < PictureComparison.leastLikeness)
    }

    @Test("a picture without details is like nothing")
    func plain() throws {
        let pixels = [UInt8](repeating: 200, count: 4 * PictureSight.side * PictureSight.side)
        let plain = try PictureSight(pixels: pixels).orThrow()
        #expect(PictureComparison.likeness(plain, plain) == nil)
        #expect(PictureSight(pixels: [1, 2, 3]) == nil)
    }

    @Test("nothing is certain if pictures with different credits are nearly as alike")
    func ambiguous() throws {
        let file = LockFile(in: "/project")
        func candidate(_ path: String, _ title: String, _ likeness: Double) -> OwnerSearch.Candidate {
            var entry = LockEntry.sample(path)
            entry.credits[0].line.title = title
            return OwnerSearch.Candidate(
                known: OwnerSearch.Known(entry, in: file), reason: .samePicture(likeness))
        }
        let (owl, small) = (candidate("owl.jpg", "Owl", 0.98), candidate("small.jpg", "Owl", 0.97))
        #expect(OwnerSearch.settled([owl, small]) == [owl, small])
        let far = candidate("barn.jpg", "Barn", 0.8)
        #expect(OwnerSearch.settled([owl, far]).first?.isCertain == true)
        let near = candidate("barn.jpg", "Barn", 0.95)
        #expect(OwnerSearch.settled([owl, near]).filter(\.isCertain) == [])
    }

    @Test("locks that were used are remembered in order, and lost ones are left out")
    func locksMet() throws {
        let (state, first, second) = (try TemporaryFolder(), try SampleProject(), try SampleProject())
        let met = LocksMet(in: state.path)
        #expect(met.files == [])
        for project in [first, second] {
            try project.write([])
            met.note(project.file)
            met.note(project.file)
        }
        #expect(met.files == [second.file, first.file])
        try FileManager.default.removeItem(atPath: second.file.path)
        #expect(met.files == [first.file])
    }
}
