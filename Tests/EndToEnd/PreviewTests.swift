import Platform
import TestReaders
import TestWording
import Testing

@Suite("Pictures in the terminal", .serialized, .timeLimit(.minutes(2)))
struct PreviewTests {
    private let place: Place

    init() throws { place = try Place() }

    private static let colours = ["TERM": "xterm-256color", "LANG": "C.UTF-8"]

    private func atSandbox(
        _ typed: [String], _ environment: [String: String] = colours, on screen: PseudoTerminal? = nil,
        program: String = "forage"
    ) async throws -> RunningProgram.Ending {
        let sandbox = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        return try await RunningProgram(
            [program, "--sandbox"] + typed, in: place, environment: sandbox.merging(environment) { $1 },
            screen: screen
        ).ending()
    }

    private func id() async throws -> String {
        let found = try await atSandbox(
            ["search", "owl", "-p", "unsplash", "-n", "1", "--fields", "id", "--no-measure"])
        return String(try #require(found.outputLines.first))
    }

    @Test("a shown item has its picture below, in the terminal's protocol", arguments: manners)
    func one(environment: [String: String], options: [String], sign: String) async throws {
        let ending = try await atSandbox(
            ["show", id()] + options, Self.colours.merging(environment) { $1 },
            on: PseudoTerminal(width: 80, height: 24))
        #expect(ending.code == 0)
        let parts = ending.output.components(separatedBy: sign)
        #expect(parts.count > 1, "\(ending.output.debugDescription.suffix(500))")
        #expect(parts.first?.contains("credit") == true)
    }

    static let manners: [([String: String], [String], String)] = [
        ([:], [], "▄"), (["TERM": "xterm-kitty"], [], "\u{1B}_G"),
        (["LC_TERMINAL": "iTerm2"], ["--preview=auto"], "\u{1B}]1337;File="),
        ([:], ["--preview=sixel"], "\u{1B}P"), (["NO_COLOR": "1"], ["--preview=blocks"], "▄"),
    ]

    @Test(
        "no picture is drawn if it is unwanted or unsupported",
        arguments: [
            (["--preview=off"], [:]), (["--format", "json"], [:]), ([], ["NO_COLOR": "1"]),
            ([], ["TERM": "dumb"]), (["--preview"], ["TERM": "dumb"]), ([], ["LANG": "C"]),
        ] as [([String], [String: String])])
    func none(options: [String], environment: [String: String]) async throws {
        let ending = try await atSandbox(
            ["show", id()] + options, Self.colours.merging(environment) { $1 },
            on: PseudoTerminal(width: 80, height: 24))
        #expect(ending.code == 0)
        #expect(!ending.output.contains("▄") && !ending.output.contains("\u{1B}_G"))
    }

    @Test("no picture is ever drawn into a pipe")
    func piped() async throws {
        let id = try await id()
        let plain = try await atSandbox(["show", id, "--preview=off"])
        for options in [[], ["--preview"], ["--preview=kitty"]] {
            let ending = try await atSandbox(["show", id] + options)
            #expect(ending.code == 0 && ending.output == plain.output && ending.messages.isEmpty)
        }
    }

    @Test("a terminal that reports sixel support gets sixels")
    func asked() async throws {
        let screen = try PseudoTerminal(
            width: 80, height: 24, answering: "\u{1B}[6;20;10t\u{1B}[?62;4;22c")
        // Only a foreground process with a controlling terminal may query it.
        let ending = try await RunningProgram(
            [
                "/bin/sh", "-c", "setsid -c -w sh -c '\"$0\" \"$@\"; sleep 0.3' \"$0\" \"$@\"",
                BuiltPrograms.path(of: "forage"), "--sandbox", "show", id(),
            ], in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()].merging(Self.colours) { $1 },
            input: screen.path, screen: screen
        ).ending()
        #expect(ending.output.contains("\u{1B}[16t\u{1B}[c"))
        #expect(ending.output.contains("\u{1B}P"), "\(ending.output.debugDescription.suffix(500))")
        #expect(!ending.output.contains("62;4;22"))
    }

    @Test("a search shows numbered pictures below its list")
    func many() async throws {
        let search = ["search", "owl", "-p", "unsplash", "-n", "5", "--no-measure"]
        let ending = try await atSandbox(
            search + ["--preview"], on: PseudoTerminal(width: 120, height: 40))
        #expect(ending.code == 0)
        let sheet = try #require(ending.output.components(separatedBy: "provider").last)
        for number in 1...5 { #expect(sheet.contains("\u{1B}[2m\(number)\u{1B}[0m  ")) }
        #expect(sheet.components(separatedBy: "\u{1B}7").count == 6)
        // The drawing stays within the space reserved for it.
        #expect(sheet.contains("\u{1B}8\u{1B}["))
        let without = try await atSandbox(search, on: PseudoTerminal(width: 120, height: 40))
        #expect(!without.output.contains("▄"))
    }

    @Test("a missing image program is reported only if pictures were requested")
    func missing() async throws {
        let id = try await id()
        let folder = "\(place.home)/bin"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try place.install("forage", at: folder + "/forage")
        for (options, isSaid) in [([], false), (["--preview"], true)] {
            let ending = try await atSandbox(
                ["show", id] + options, on: PseudoTerminal(width: 80, height: 24),
                program: folder + "/forage")
            #expect(ending.code == 0 && ending.output.contains(Wording.Pictures.noProgram) == isSaid)
        }
    }

    @Test("a failed picture is reported only if pictures were requested")
    func failing() async throws {
        let id = try await id()
        let sandbox = try RunningProgram(
            ["forage", "sandbox", "--port", "0", "--fault", "images.unsplash.com:503"], in: Place())
        let environment = Self.colours.merging(["FORAGE_SANDBOX": try await sandbox.address()]) { $1 }
        for (options, isSaid) in [([], false), (["--preview"], true)] {
            let ending = try await atSandbox(
                ["show", id] + options, environment, on: PseudoTerminal(width: 80, height: 24))
            #expect(ending.code == 0 && ending.output.contains("1 picture cannot be shown: ") == isSaid)
        }
        sandbox.interrupt()
        _ = try await sandbox.ending()
    }

    @Test("an unknown preview protocol is a usage error")
    func misuse() async throws {
        let ending = try await atSandbox(["search", "owl", "--preview=ascii"])
        #expect(ending.code == 64 && ending.messages.contains("--preview"))
    }
}
