import ForageCore
import Testing

@Suite("A picture in a few letters")
struct BlurHashTests {
    @Test("has a mean colour, and waves by rows")
    func parts() throws {
        let hash = try #require(BlurHash("LHF5?xYk^6#M@-5c,1J5@[or[Q6."))
        #expect((hash.columns, hash.rows) == (4, 3))
        #expect(hash.mean == SIMD3(0x83, 0x7d, 0x98))
        #expect(hash.waves.count == 12)
        #expect(hash.waves[0] == .zero)
        let strengths = hash.waves.map { max(abs($0.x), abs($0.y), abs($0.z)) }
        #expect(strengths.max() == 18.0 / 166)
        #expect(hash.waves[1].x < 0 && hash.waves[1].y > 0)
    }

    @Test("may be a colour alone, without a wave")
    func flat() throws {
        let hash = try #require(BlurHash("00F5?x"))
        #expect((hash.columns, hash.rows, hash.waves) == (1, 1, [.zero]))
    }

    @Test(
        "is none when it is cut off, too long, or of other letters",
        arguments: [
            "", "L", "LHF5?x", "LHF5?xYk^6#M@-5c,1J5@[or[Q6", "LHF5?xYk^6#M@-5c,1J5@[or[Q6..", "00F5?\"",
            "~0F5?x", "00~~~~", "10F5?x~~", "00F5?é", "LHF5?xYk^6#M@-5c,1J5@[or[Q6 ",
        ])
    func damaged(_ text: String) { #expect(BlurHash(text) == nil) }

    @Test("of pixels is what the reference implementation makes of them", arguments: pictures)
    func made(picture: (hash: String, width: Int, height: Int, pixel: @Sendable (Int, Int) -> [Int])) {
        var pixels: [UInt8] = []
        for place in 0..<picture.width * picture.height {
            let pixel = picture.pixel(place % picture.width, place / picture.width)
            pixels += pixel.map { UInt8($0 % 256) } + [255]
        }
        #expect(BlurHash(pixels: pixels, width: picture.width)?.description == picture.hash)
    }

    static let pictures: [(hash: String, width: Int, height: Int, pixel: @Sendable (Int, Int) -> [Int])] = [
        ("L.H27=77w%XAmHWYjuf8gJfjfQfj", 32, 24, { [$0 * 8, $1 * 10, 255 - $0 * 8] }),
        (
            "LWC~@*~2Rn5G^v==WEE8IuNLj?t3", 30, 20,
            { ($0 - 8) * ($0 - 8) + ($1 - 6) * ($1 - 6) < 36 ? [240, 200, 40] : [20, 60, 110] }
        ),
        ("LMHUU^qSh.rxw.NHWDOmRobZX6WW", 27, 18, { [$0 * 37 + $1 * 11, $0 * $0 + 3 * $1, $1 * 29] }),
        ("LkLqe9xufQxu~qoffQoffQfQfQfQ", 16, 48, { _, y in y / 12 % 2 == 0 ? [255, 255, 255] : [0, 0, 0] }),
        ("L_0;V_gRfQgRgSf-fQf-fQfQfQfQ", 5, 4, { _, _ in [7, 128, 250] }),
    ]

    @Test("of pixels that make no picture is none")
    func unmade() {
        #expect(BlurHash(pixels: [], width: 4) == nil)
        #expect(BlurHash(pixels: [1, 2, 3], width: 1) == nil)
        #expect(BlurHash(pixels: Array(repeating: 0, count: 12), width: 2) == nil)
        #expect(BlurHash(pixels: Array(repeating: 0, count: 12), width: 0) == nil)
    }
}
