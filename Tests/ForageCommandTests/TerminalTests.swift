import ForageFormats
import Testing

@testable import ForageCommand

@Suite("Colours and width of the terminal")
struct TerminalTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let environment: [String: String]
        let colour: Terminal.Colour
        /// Whether colours are used on a screen and in a pipe; nil for plain lines.
        let screen: Bool?
        let pipe: Bool?

        init(_ environment: [String: String], _ colour: Terminal.Colour = .auto, screen: Bool, pipe: Bool?) {
            self.environment = environment
            self.colour = colour
            self.screen = screen
            self.pipe = pipe
        }

        var testDescription: String { "\(environment) --color \(colour)" }
    }

    @Test(
        "colours are used on a screen, unless an option or variable says otherwise",
        arguments: [
            Case([:], screen: true, pipe: nil),
            Case(["NO_COLOR": "1"], screen: false, pipe: nil),
            Case(["NO_COLOR": ""], screen: true, pipe: nil),
            Case(["TERM": "dumb"], screen: false, pipe: nil),
            Case(["CLICOLOR_FORCE": "1"], screen: true, pipe: true),
            Case(["CLICOLOR_FORCE": "0"], screen: true, pipe: nil),
            Case(["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], screen: false, pipe: nil),
            Case([:], .never, screen: false, pipe: nil),
            Case(["CLICOLOR_FORCE": "1"], .never, screen: false, pipe: nil),
            Case([:], .always, screen: true, pipe: true),
            Case(["NO_COLOR": "1"], .always, screen: true, pipe: true),
        ])
    func colours(_ look: Case) {
        let terminal = Terminal(
            output: Screen(), messages: nil, environment: look.environment, colour: look.colour)
        #expect(terminal.output?.usesColour == look.screen)
        #expect(terminal.messages?.usesColour == look.pipe)
    }

    @Test("progress is shown only if messages go to a screen, whatever the colours")
    func watched() {
        let forced = Terminal(output: nil, messages: nil, environment: [:], colour: .always)
        #expect(!forced.isWatched)
        #expect(Terminal(output: nil, messages: Screen(), environment: [:]).isWatched)
        #expect(!Terminal(output: nil, messages: Screen(), environment: ["TERM": "dumb"]).isWatched)
    }

    @Test("the width is that of the screen, then COLUMNS, then 80, within limits")
    func width() {
        func width(_ screen: Int?, _ columns: String? = nil) -> Int? {
            let environment = columns.map { ["COLUMNS": $0] } ?? [:]
            return Terminal(output: Screen(width: screen), messages: nil, environment: environment).output?
                .width
        }
        #expect(width(60, "70") == 60)
        #expect(width(nil, "70") == 70)
        #expect(width(nil, "wide") == 80)
        #expect(width(nil) == 80)
        #expect(width(3) == 20)
    }

    @Test(
        "Unicode depends on the locale, by the strongest variable that is set",
        arguments: [
            (["LANG": "en_GB.UTF-8"], true), (["LANG": "C.utf8"], true), (["LANG": "C"], false), ([:], false),
            (["LC_ALL": "C", "LANG": "en_GB.UTF-8"], false), (["LC_ALL": "", "LANG": "en_GB.UTF-8"], true),
            (["LC_CTYPE": "de_DE.UTF-8", "LANG": "C"], true),
        ] as [([String: String], Bool)])
    func letters(environment: [String: String], usesUnicode: Bool) {
        let terminal = Terminal(output: Screen(), messages: nil, environment: environment)
        #expect(terminal.output?.usesUnicode == usesUnicode)
    }
}
