import Testing

@testable import ForageCommand

@Suite("Pages of the manual")
struct ManualTests {
    private let manual = Manual(CommandLineProgram.all, ["SOURCE_DATE_EPOCH": "1795824000"])

    @Test("the page of a command has every option and every example")
    func pages() {
        for command in CommandLineProgram.all {
            let page = manual.page(of: command)
            let title = Roff.escaped("FORAGE-\(command.name.uppercased())")
            #expect(page.hasPrefix(".TH \(title) 1 2026-11-28 "))
            for option in command.options + Command.commonOptions {
                #expect(page.contains("\\fB\\-\\-\(Roff.escaped(option.name))\\fR"))
            }
            for example in command.examples { #expect(page.contains("\n\(Roff.escaped(example))\n")) }
        }
    }

    @Test("the overview names every command and every exit code")
    func overview() {
        for command in CommandLineProgram.all {
            #expect(manual.overview.contains("\\fBforage\\-\(Roff.escaped(command.name))\\fR(1)\n"))
        }
        for code in ExitCode.allCases { #expect(manual.overview.contains("\n\\fB\(code.rawValue)\\fR\n")) }
    }

    @Test("the page on the configuration names each setting once")
    func configuration() throws {
        let names = try manual.configuration().split(separator: "\n").filter { $0.hasPrefix("\\fB") }
        #expect(names.contains("\\fBdefaults.limit\\fR"))
        #expect(names.contains("\\fBproviders.NAME.enabled\\fR"))
        #expect(Set(names).count == names.count)
    }

    @Test(
        "text is copied from a page as it was written",
        arguments: [
            ("--limit", "\\-\\-limit"), ("'\"owl\"'", "\\(aq\\(dqowl\\(dq\\(aq"), ("a\\b", "a\\eb"),
            ("`~^", "\\(ga\\(ti\\(ha"), ("é…", "\\[u00E9]\\[u2026]"),
        ])
    func escaping(text: String, escaped: String) { #expect(Roff.escaped(text) == escaped) }

    @Test("a line of text is never a request", arguments: [".SH", "'br"])
    func requests(text: String) {
        var page = Roff("x", section: 1, date: "2026-11-28", source: "x")
        page.line(text)
        #expect(page.text.hasSuffix("\n\\&\(text)\n"))
    }
}
