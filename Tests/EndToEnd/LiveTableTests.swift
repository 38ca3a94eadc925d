import TestReaders
import Testing

@Suite("The table during a search", .serialized)
struct LiveTableTests {
    /// The screen output of a search of a quick and a slow service.
    private func shown(
        width: Int = 90, height: Int, _ options: String..., environment: [String: String] = [:]
    ) async throws -> (output: String, screen: SimulatedScreen) {
        let place = try Place()
        let slow = try await SlowSandbox(in: place, milliseconds: 700)
        let terminal = try PseudoTerminal(width: width, height: height)
        let program = try RunningProgram(
            ["forage", "search", "owl"] + SlowSandbox.options + options, in: place,
            environment: slow.environment.merging(environment) { $1 }, screen: terminal)
        let output = try await program.ending().output
        try await slow.end()
        var screen = SimulatedScreen(width: width, height: height)
        screen.obey(output)
        return (output, screen)
    }

    /// The table as written where nothing can be redrawn.
    private func plain(width: Int = 90) async throws -> [String] {
        let (output, _) = try await shown(width: width, height: 40, environment: ["TERM": "dumb"])
        var screen = SimulatedScreen(width: width, height: 1_000)
        screen.obey(output)
        return Array(screen.shown.prefix { !$0.contains("results from 2 providers") })
    }

    @Test(
        "the first results are shown while another provider is asked, and the final list appears once",
        arguments: [40, 12, 5])
    func live(height: Int) async throws {
        let (_, screen) = try await shown(height: height, environment: ["NO_COLOR": "1"])
        let early = screen.frames.filter { $0.last == "Searching cocoacasts …" }
        #expect(early.contains { $0.count > 1 && $0.count < height && !$0.joined().contains("cocoacasts:") })
        let table = try await plain()
        #expect(table.count > 10)
        #expect(Array(screen.transcript.prefix(table.count)) == table)
        #expect(screen.transcript.dropFirst(table.count).first?.contains("results from 2 providers") == true)
    }

    @Test("the table is redrawn on a screen that becomes narrower, without leaving a copy")
    func resized() async throws {
        let place = try Place()
        let slow = try await SlowSandbox(in: place, milliseconds: 2_000)
        // High enough that no wrapped row leaves the top, where it could not be erased.
        let terminal = try PseudoTerminal(width: 90, height: 80)
        let run = try RunningProgram(
            ["forage", "search", "owl"] + SlowSandbox.options, in: place, environment: slow.environment,
            screen: terminal)
        var screen = SimulatedScreen(width: 90, height: 80)
        while run.hasNotEnded, screen.shown.count < 3 {
            try await Task.sleep(for: .milliseconds(5))
            screen.obey(String(decoding: terminal.read(), as: UTF8.self))
        }
        run.hold()
        screen.obey(String(decoding: terminal.read(), as: UTF8.self))
        let early = try #require(screen.shown.first { !$0.isEmpty }).prefix(7)
        try terminal.resize(width: 60, height: 80)
        screen.narrow(to: 60)
        run.letGo()
        try await screen.obey(run.ending().output)
        // Equal to the output of a screen that was narrow from the start, including the last line.
        let narrow = try await plain(width: 60)
        #expect(Array(screen.transcript.prefix(narrow.count)) == narrow)
        #expect(screen.transcript.count { $0.hasPrefix(early) } == 1)
        #expect(!screen.transcript.contains { $0.contains("Searching cocoacasts") })
        try await slow.end()
    }

    @Test("during the search, lines too wide for the screen end in an ellipsis", arguments: ["", "1"])
    func cut(colours: String) async throws {
        let (_, screen) = try await shown(
            width: 40, height: 40, "--wide", environment: ["CLICOLOR_FORCE": colours, "TERM": "xterm"])
        let early = screen.frames.filter { $0.last == "Searching cocoacasts …" }.flatMap(\.self)
        let addresses = early.filter { $0.contains("https://") && $0.count == 40 }
        #expect(!addresses.isEmpty && addresses.allSatisfy { $0.hasSuffix("…") }, "\(addresses)")
    }

    @Test("a table of selected fields is updated, too")
    func fields() async throws {
        let (_, screen) = try await shown(height: 40, "--fields", "title,id")
        #expect(screen.frames.contains { $0.count > 1 && $0.last == "Searching cocoacasts …" })
    }

    @Test("a screen of three rows or fewer, and a pipe, are not redrawn")
    func notDrawn() async throws {
        let (output, _) = try await shown(height: 3)
        #expect(!output.contains("\u{1B}[?2026h"))
        let place = try Place()
        let piped = try await forageAtSandbox(["search", "owl", "--color", "always"], in: place)
        #expect(!piped.output.contains("\u{1B}[?"))
    }
}
