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
}
