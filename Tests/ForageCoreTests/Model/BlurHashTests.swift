import ForageCore
import Testing

@Suite("A picture in a few letters")
struct BlurHashTests {
    @Test("may be a colour alone, without a wave")
    func flat() { #expect(BlurHash("00F5?x")?.description == "00F5?x") }

    @Test(
        "is none when it is cut off, too long, or of other letters",
        arguments: [
            "", "L", "LHF5?x", "LHF5?xYk^6#M@-5c,1J5@[or[Q6", "LHF5?xYk^6#M@-5c,1J5@[or[Q6..", "00F5?\"",
            "~0F5?x", "00~~~~", "10F5?x~~", "00F5?é", "LHF5?xYk^6#M@-5c,1J5@[or[Q6 ",
        ])
    func damaged(_ text: String) { #expect(BlurHash(text) == nil) }
}
