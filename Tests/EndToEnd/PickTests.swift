import Platform
import TestReaders
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Choosing in a terminal", .serialized, .timeLimit(.minutes(2)))
struct PickTests {
    private let place: Place

    init() throws { place = try Place() }

    /// A running choice, in a session of its own whose terminal a test controls.
    private struct Choice {
        let program: RunningProgram
        let terminal: PseudoTerminal
        private var screen = SimulatedScreen(width: 100, height: 24)
        private var output = ""

        init(_ script: String, in place: Place, environment: [String: String] = [:]) throws {
            terminal = try PseudoTerminal(
                width: 100, height: 24, answering: "\u{1B}[6;20;10t\u{1B}[?62;22c")
            let words = ["/bin/sh", "-c", "exec setsid -c -w sh -c '\(script); echo \"code $?\"; sleep 0.3'"]
            let variables = [
                "FORAGE": BuiltPrograms.path(of: "forage"), "LANG": "C.UTF-8", "TERM": "xterm-256color",
                "FORAGE_SANDBOX": try SharedSandbox.address.get(),
            ]
            program = try RunningProgram(
                words, in: place, environment: variables.merging(environment) { $1 }, input: terminal.path,
                screen: terminal)
        }

        /// Waits until a row of the screen meets the condition.
        mutating func wait(until isMet: (String) -> Bool) async throws {
            while program.hasNotEnded, !screen.shown.contains(where: isMet) {
                try await Task.sleep(for: .milliseconds(5))
                read()
            }
            let isShown = screen.shown.contains(where: isMet)
            #expect(isShown, "\(screen.shown)")
        }

        private mutating func read() {
            let text = String(decoding: terminal.read(), as: UTF8.self)
            output += text
            screen.obey(text)
        }

        /// Types each text as soon as the list is shown.
        mutating func type(_ keys: String...) async throws {
            try await wait { $0.contains("for help") && !$0.contains("Searching") }
            for key in keys {
                terminal.type(key)
                try await Task.sleep(for: .milliseconds(100))
                read()
            }
        }

        /// The lines after the list, when the program has ended.
        mutating func ending() async throws -> [String] {
            output += try await program.ending().output
            let parts = output.components(separatedBy: "\u{1B}[?1049l")
            #expect(parts.count > 1, "the earlier screen did not return")
            return (parts.last ?? "").split(whereSeparator: \.isNewline).map(String.init)
        }

        var text: String { output }
    }

    private static let search = "\"$FORAGE\" --sandbox pick owl --no-measure -p unsplash"

    @Test("marked results are printed as IDs, a line each, and nothing else")
    func ids() async throws {
        var choice = try Choice(Self.search + " > ids", in: place)
        try await choice.type("\u{1B}[B", " ", "\t", "\r")
        #expect(try await choice.ending().last == "code 0")
        let ids = try String(contentsOfFile: place.folder + "/ids", encoding: .utf8)
        let listed = try await RunningProgram(
            ["forage", "--sandbox", "search", "owl", "-p", "unsplash", "--fields", "id"], in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()]
        ).ending()
        #expect(ids == listed.outputLines[1...2].map { $0 + "\n" }.joined())
    }

    @Test("the numbers of the list can be used afterwards, also of results that were loaded later")
    func numbers() async throws {
        var choice = try Choice(
            Self.search + " -n 5 > ids; \"$FORAGE\" --sandbox show 9 --preview=off", in: place)
        try await choice.wait { $0.contains("m loads more") }
        try await choice.type("m")
        try await choice.wait { $0.hasPrefix("10 results") }
        try await choice.type(String(repeating: "j", count: 8), "\r")
        let lines = try await choice.ending()
        let id = try String(contentsOfFile: place.folder + "/ids", encoding: .utf8).dropLast()
        #expect(lines.contains { $0.hasPrefix("\u{1B}[2mid") && $0.hasSuffix(id) }, "\(lines)")
    }

    @Test("the list fits into a command, whose files are downloaded")
    func substitution() async throws {
        var choice = try Choice("\"$FORAGE\" --sandbox get $(\(Self.search)) --to owls", in: place)
        // There is no shell that could continue a suspended program, so it goes on at once.
        try await choice.type("\u{1A}", "\r")
        #expect(try await choice.ending().last == "code 0")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.folder + "/owls/unsplash").count == 2)
    }

    @Test("a key or an option downloads, credits or opens at once", arguments: [("", "g"), (" --get", "\r")])
    func get(option: String, key: String) async throws {
        var choice = try Choice(Self.search + option + " --to owls > files", in: place)
        try await choice.type(key)
        let lines = try await choice.ending()
        #expect(lines.last == "code 0", "\(lines)")
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: place.folder + "/owls/unsplash").count == 2)
    }

    @Test("the credits of chosen results are printed")
    func credit() async throws {
        var choice = try Choice(Self.search + " > credits", in: place)
        try await choice.type("a", "c")
        #expect(try await choice.ending().last == "code 0")
        let credits = try String(contentsOfFile: place.folder + "/credits", encoding: .utf8)
        #expect(credits.split(separator: "\n").count == 20 && credits.contains("Unsplash"))
    }

    @Test("the picture of the current result is drawn, and those of a real terminal are removed at the end")
    func preview() async throws {
        var choice = try Choice(Self.search, in: place)
        try await choice.wait { $0.contains("▄") }
        try await choice.type("q")
        _ = try await choice.ending()
        choice = try Choice(Self.search, in: place, environment: ["TERM": "xterm-kitty"])
        try await choice.wait { $0.contains("for help") }
        while !choice.text.contains("\u{1B}_Ga=T") { try await choice.type("") }
        try await choice.type("q")
        _ = try await choice.ending()
        #expect(choice.text.contains("\u{1B}_Ga=d,d=A,q=2\u{1B}\\\u{1B}[0m"))
    }

    @Test("leaving prints nothing and ends with 130", arguments: ["q", "\u{1B}", "\u{3}"])
    func leave(key: String) async throws {
        var choice = try Choice(Self.search, in: place)
        try await choice.type(key)
        #expect(try await choice.ending() == ["code 130"])
    }

    private static let withProcess =
        "sh -c \"echo \\$\\$ > process; exec \\$0 --sandbox pick owl -p unsplash\" \"$FORAGE\""

    /// The process of a choice that has taken the place of its shell.
    private func process(of choice: inout Choice) async throws -> Int32 {
        try await choice.type("j")
        return try #require(
            Int32(String(contentsOfFile: place.folder + "/process", encoding: .utf8).dropLast()))
    }

    @Test("signals restore the screen", arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130)])
    func signals(signal: Int32, code: Int) async throws {
        var choice = try Choice(Self.withProcess, in: place)
        kill(try await process(of: &choice), signal)
        #expect(try await choice.ending().last == "code \(code)")
    }

    @Test("a program that was stopped draws the whole screen again, for its new size")
    func continued() async throws {
        var choice = try Choice(Self.withProcess, in: place)
        let process = try await process(of: &choice)
        kill(process, SIGSTOP)
        try choice.terminal.resize(width: 60, height: 24)
        kill(process, SIGCONT)
        try await choice.wait { $0.hasPrefix("id ") }
        try await choice.type("q")
        _ = try await choice.ending()
        #expect(choice.text.components(separatedBy: "\u{1B}[?1049h").count > 2)
    }

    @Test("a failed provider is named on the screen")
    func failure() async throws {
        var choice = try Choice(
            "\"$FORAGE\" --sandbox pick owl \"\\\"fault:503\\\"\" -p unsplash --no-measure", in: place)
        try await choice.wait { $0.contains("failed: unsplash") }
        try await choice.type("q")
        _ = try await choice.ending()
    }

    @Test(
        "without a terminal, with a screen that cannot be drawn on, and with two actions, there is an error")
    func misuse() async throws {
        let sandbox = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        let piped = try await RunningProgram(
            ["/bin/sh", "-c", "exec setsid -w \"$0\" \"$@\"", BuiltPrograms.path(of: "forage")]
                + ["--sandbox", "pick", "owl"], in: place, environment: sandbox
        ).ending()
        #expect(piped.code == 64 && piped.output.isEmpty)
        #expect(piped.messages.contains(Wording.Usage.needsTerminal))
        let two = try await forage("pick", "owl", "--get", "--open")
        #expect(two.code == 64 && two.messages.contains("--get, --credit and --open"))
        let size = try await forage("pick", "owl", "--get", "--size", "huge")
        #expect(size.code == 64)
    }
}
