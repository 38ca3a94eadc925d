import ForageCore
import Testing

@Suite("BlurHash text")
struct BlurHashTests {
    @Test("a hash may be a single colour without any wave")
    func flat() { #expect(BlurHash("00F5?x")?.description == "00F5?x") }

    @Test(
        "a hash that is truncated, too long or has other characters is refused",
        arguments: [
            "", "L", "LHF5?x", "LHF5?xYk^6#M@-5c,1J5@[or[Q6", "LHF5?xYk^6#M@-5c,1J5@[or[Q6..", "00F5?\"",
            "~0F5?x", "00~~~~", "10F5?x~~", "00F5?é", "LHF5?xYk^6#M@-5c,1J5@[or[Q6 ",
        ])
    func damaged(_ text: String) { #expect(BlurHash(text) == nil) }
}
