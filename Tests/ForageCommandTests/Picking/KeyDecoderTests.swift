import Testing

@testable import ForageCommand

@Suite("Keys of a terminal")
struct KeyDecoderTests {
    private static let cases: [(String, [Key])] = [
        ("jK /", [.character("j"), .character("K"), .character(" "), .character("/")]),
        ("é漢😀", [.character("é"), .character("漢"), .character("😀")]),
        ("\u{1B}[A\u{1B}[B\u{1B}OA\u{1B}OB", [.up, .down, .up, .down]),
        ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]),
        ("\u{1B}[H\u{1B}[F\u{1B}OH\u{1B}OF\u{1B}[1~\u{1B}[4~", [.home, .end, .home, .end, .home, .end]),
        ("\u{1B}[1;2A", [.up]), ("\r\n\t\u{7F}\u{8}", [.enter, .enter, .tab, .backspace, .backspace]),
        ("\u{3}\u{1A}", [.control("c"), .control("z")]), ("\u{1B}q", [.escape, .character("q")]),
        // Late answers of the terminal, unknown keys and a null byte.
        ("\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;4;22c", []), ("\u{1B}[C\u{1B}[15~\0", []),
    ]

    @Test("keys are read", arguments: cases)
    func keys(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: Array(text.utf8)) == keys)
        #expect(!decoder.isPending)
    }

    @Test("keys are read wherever their bytes are cut", arguments: cases)
    func pieces(text: String, keys: [Key]) {
        var decoder = KeyDecoder()
        #expect(text.utf8.flatMap { decoder.keys(in: [$0]) } == keys)
        #expect(!decoder.isPending)
    }

    @Test("an escape character that nothing follows is the escape key")
    func escape() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: [0x1B]).isEmpty && decoder.isPending)
        #expect(decoder.flush() == [.escape])
        #expect(!decoder.isPending)
    }

    @Test("invalid UTF-8 and endless sequences are ignored")
    func invalid() {
        var decoder = KeyDecoder()
        #expect(decoder.keys(in: [0xFF, 0xC3, 0x28, 0x80, 0xF5]) == [.character("(")])
        decoder = KeyDecoder()
        _ = decoder.keys(in: [0x1B, UInt8(ascii: "_")] + [UInt8](repeating: 0x61, count: 10_000))
        #expect(decoder.keys(in: [UInt8(ascii: "q")]) == [.character("q")])
    }
}
