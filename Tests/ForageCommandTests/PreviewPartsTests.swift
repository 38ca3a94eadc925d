import ForageDownloads
import ForageFormats
import Testing

@testable import ForageCommand

@Suite("Pictures in a terminal")
struct PreviewPartsTests {
    @Test("the environment identifies the terminal, but not inside a multiplexer", arguments: kinds)
    func kind(environment: [String: String], manner: ImageDrawing.Manner?, colours: ImageDrawing.Colours) {
        let kind = TerminalKind(environment)
        #expect(kind.manner == manner && kind.colours == colours)
    }

    static let kinds: [([String: String], ImageDrawing.Manner?, ImageDrawing.Colours)] = [
        ([:], nil, .few), (["TERM": "xterm"], nil, .few), (["TERM": "xterm-256color"], nil, .some),
        (["TERM": "xterm-direct"], nil, .all), (["TERM": "xterm", "COLORTERM": "truecolor"], nil, .all),
        (["TERM": "xterm-kitty"], .kitty, .all), (["TERM": "xterm-ghostty"], .kitty, .all),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .iterm2, .all),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], .iterm2, .all),
        (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .iterm2, .all),
        (["TERM": "tmux-256color", "LC_TERMINAL": "iTerm2"], nil, .some),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], nil, .some),
    ]

    @Test(
        "only terminals that ignore kitty's query get one",
        arguments: [
            (["TERM": "xterm"], true), (["TERM": "screen"], false), (["TERM": "linux"], false),
            (["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"], false), (["ZELLIJ": "0"], false),
        ] as [([String: String], Bool)])
    func asked(environment: [String: String], mayHearKitty: Bool) {
        #expect(TerminalKind(environment).mayHearKitty == mayHearKitty)
        let question = TerminalReply.question(inKitty: mayHearKitty)
        #expect(question.contains("\u{1B}_G") == mayHearKitty && question.hasSuffix("\u{1B}[c"))
    }

    @Test("a terminal's reply is read, even between typed characters")
    func reply() {
        let whole = TerminalReply(
            Array("x\u{1B}_Gi=31;OK\u{1B}\\q\u{1B}[A\u{1B}[6;20;10t\u{1B}[?62;4;22cls".utf8))
        #expect(whole.showsKitty && whole.showsSixel && whole.isWhole)
        #expect(whole.cell == Screen.Cell(width: 10, height: 20))
        let plain = TerminalReply(Array("\u{1B}_Gi=31;EINVAL\u{1B}\\\u{1B}[6;0;10t\u{1B}[?64;14c".utf8))
        #expect(!plain.showsKitty && !plain.showsSixel && plain.isWhole && plain.cell == nil)
        for cut in ["", "\u{1B}", "\u{1B}[?62;4", "\u{1B}[6;20", "\u{1B}[6;20t"] {
            #expect(!TerminalReply(Array(cut.utf8)).isWhole)
        }
    }

    private func screen(
        _ preview: Preview, _ environment: [String: String] = [:], cell: Screen.Cell? = nil,
        usesColour: Bool = true, usesUnicode: Bool = true, reply: String? = nil
    ) -> PictureScreen? {
        PictureScreen(
            preview, on: Screen(width: 80, height: 24, cell: cell),
            TerminalStyle(width: 80, usesColour: usesColour, usesUnicode: usesUnicode),
            TerminalKind(environment)
        ) { reply.map { TerminalReply(Array($0.utf8)) } }
    }

    @Test(
        "the option counts first, then the environment, the terminal's reply and its colours"
    )
    func manners() {
        let sixel = "\u{1B}[?62;4c"
        #expect(screen(.off, ["TERM": "xterm-kitty"]) == nil)
        #expect(screen(.iterm2, ["TERM": "xterm-kitty"])?.manner == .iterm2)
        #expect(screen(.auto, ["TERM": "xterm-kitty"], reply: sixel)?.manner == .kitty)
        #expect(screen(.auto, reply: sixel)?.manner == .sixel)
        #expect(screen(.auto, reply: "\u{1B}_Gi=31;OK\u{1B}\\" + sixel)?.manner == .kitty)
        #expect(screen(.auto, reply: "\u{1B}[?62c")?.manner == .blocks)
        #expect(screen(.auto)?.manner == .blocks)
    }

    @Test("without colours or Unicode, half blocks are drawn only on request")
    func plain() {
        for (usesColour, usesUnicode) in [(false, true), (true, false)] {
            #expect(screen(.auto, usesColour: usesColour, usesUnicode: usesUnicode) == nil)
            #expect(screen(.blocks, usesColour: usesColour, usesUnicode: usesUnicode)?.manner == .blocks)
        }
        #expect(screen(.auto, ["TERM": "xterm-kitty"], usesColour: false)?.manner == .kitty)
    }

    @Test("the size of a cell is from the system, the terminal or the default")
    func cells() {
        let cell = Screen.Cell(width: 11, height: 21)
        let reply = "\u{1B}[6;20;10t\u{1B}[?62;4c"
        #expect(screen(.sixel, cell: cell, reply: reply)?.cell == cell)
        #expect(screen(.sixel, reply: reply)?.cell == Screen.Cell(width: 10, height: 20))
        #expect(screen(.sixel)?.cell == .usual)
        #expect(screen(.sixel)?.drawing(columns: 10, rows: 5).cellHeight == 16)
        for (width, height) in [(0, 16), (8, 0), (-8, 16), (10_000, 16)] {
            #expect(Screen.Cell.plausible(width: width, height: height) == nil)
        }
    }

    @Test("only drawings of pictures and colours are shown", arguments: drawings)
    func drawn(text: String, manner: ImageDrawing.Manner, isShown: Bool) {
        #expect((DrawnText(text, manner) != nil) == isShown)
    }

    static let drawings: [(String, ImageDrawing.Manner, Bool)] = [
        ("\u{1B}[0m\u{1B}[38;2;1;2;3;48;5;7m▄\u{1B}[0m\n", .blocks, true),
        ("\u{1B}_Ga=T,f=32;AAAA\u{1B}\\\n", .kitty, true), ("\u{1B}_Ga=T;AAAA\u{1B}\\", .blocks, false),
        ("\u{1B}_Xa=T;AAAA\u{1B}\\", .kitty, false), ("\u{1B}_Ga=T;AAAA", .kitty, false),
        ("\u{1B}P0;1q#0;2~-\n\u{1B}\\", .sixel, true), ("\u{1B}Pq\u{1B}[2J", .sixel, false),
        ("\u{1B}]1337;File=inline=1:AAAA\u{07}\n", .iterm2, true),
        ("\u{1B}]52;c;AAAA\u{07}", .iterm2, false), ("\u{1B}]1337;File=\u{01}\u{07}", .iterm2, false),
        ("\u{1B}[2J", .blocks, false), ("\u{1B}[?25l", .blocks, false), ("\u{1B}[1", .blocks, false),
        ("\u{1B}", .blocks, false), ("\u{07}", .blocks, false), ("\r", .blocks, false),
        ("\u{9B}2J", .blocks, false),
    ]
}
