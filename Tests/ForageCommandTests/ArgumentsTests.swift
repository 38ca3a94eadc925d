import TestWording
import Testing

@testable import ForageCommand

@Suite("Parsing a command line")
struct ArgumentsTests {
    private static let options = [
        Option("limit", "n", value: "N", help: ""),
        Option("kind", "k", value: "KIND", repeats: true, help: ""),
        Option("verbose", "v", help: ""), Option("quiet", "q", help: ""),
        Option("timeout", value: "TIME", help: ""),
        Option("to", "o", value: "FOLDER", takes: .file, help: ""),
        Option("from", value: "FILE", takes: .file, repeats: true, help: ""),
        Option("preview", value: "HOW", unsaid: "auto", help: ""),
    ]

    private func arguments(_ typed: String...) throws -> Arguments {
        try Arguments(typed, options: Self.options)
    }

    @Test(
        "an option is accepted in every usual spelling",
        arguments: [["--limit", "5"], ["--limit=5"], ["-n", "5"], ["-n5"], ["-vn5"], ["-vn", "5"]])
    func spellings(typed: [String]) throws {
        let arguments = try Arguments(["owl"] + typed + ["barn"], options: Self.options)
        #expect(arguments.value("limit") == "5")
        #expect(arguments.words == ["owl", "barn"])
    }

    @Test("a value may be empty, contain = or start with a dash")
    func values() throws {
        #expect(try arguments("--limit=").value("limit") == "")
        #expect(try arguments("--limit=a=b").value("limit") == "a=b")
        #expect(try arguments("--limit", "-5").value("limit") == "-5")
    }

    @Test(
        "an empty file name is refused, as from an unset variable",
        arguments: [
            (["--to="], Wording.Usage.folderName("--to")), (["-o", " "], Wording.Usage.folderName("-o")),
            (["--from", "list", "--from", ""], Wording.Usage.fileName("--from")),
        ])
    func emptyNames(typed: [String], sentence: String) throws {
        let fault = #expect(throws: CommandError.self) { try Arguments(typed, options: Self.options) }
        #expect(fault?.description == sentence)
    }

    @Test("an optional value follows only an equals sign, in the help, on the command line and in completion")
    func unsaid() throws {
        let bare = try arguments("--preview", "owl")
        #expect(bare.value("preview") == "auto" && bare.words == ["owl"])
        #expect(try arguments("--preview=off", "owl").value("preview") == "off")
        #expect(Self.options.last?.spelling == "    --preview[=HOW]")
        let typed = Arguments(unfinished: ["--preview", "owl", "--limit"], options: Self.options)
        #expect(typed.words == ["owl"] && typed.pending?.option.name == "limit")
    }

    @Test("everything after -- is a word, and so is a single dash")
    func words() throws {
        let arguments = try arguments("-", "--", "-n", "--limit")
        #expect(arguments.words == ["-", "-n", "--limit"])
        #expect(arguments.value("limit") == nil)
    }

    @Test("several values are given separately or with commas")
    func lists() throws {
        let arguments = try arguments("-k", "photo, topic", "--kind=answer,,")
        #expect(arguments.list("kind") == ["photo", "topic", "answer"])
        #expect(arguments.every("kind") == ["photo, topic", "answer,,"])
    }

    @Test("short options may be combined")
    func letters() throws {
        let arguments = try arguments("-vq")
        #expect(arguments.has("verbose"))
        #expect(arguments.has("quiet"))
        #expect(!arguments.has("limit"))
    }

    @Test(
        "a duration has a unit, or is in seconds",
        arguments: [
            ("5", .seconds(5)), ("2.5s", .milliseconds(2500)), ("800ms", .milliseconds(800)),
            ("600", .seconds(600)), ("0.1", .milliseconds(100)),
        ] as [(String, Duration)])
    func durations(text: String, duration: Duration) throws {
        #expect(try arguments("--timeout", text).duration("timeout") == duration)
    }

    @Test(
        "an invalid duration is refused",
        arguments: ["", "s", "ms", "-1", "0", "601", "600001ms", "inf", "nan", "1h", "5 s", "1e9", "0x5"])
    func wrongDurations(text: String) throws {
        let arguments = try arguments("--timeout=\(text)")
        #expect(throws: CommandError.self) { try arguments.duration("timeout") }
    }

    @Test(
        "an age may be as long as a year",
        arguments: [
            ("90", 90), ("1.5m", 90), ("12h", 43_200), ("7d", 604_800), ("365d", 31_536_000), ("500ms", 0.5),
        ])
    func ages(text: String, seconds: Double) throws {
        #expect(try arguments("--timeout", text).age("timeout") == .seconds(seconds))
    }

    @Test("an invalid age is refused", arguments: ["", "d", "0h", "366d", "1w", "1 d", "-1h", "infd"])
    func wrongAges(text: String) throws {
        let arguments = try arguments("--timeout=\(text)")
        #expect(throws: CommandError.self) { try arguments.age("timeout") }
    }

    @Test(
        "an integer must be whole and in its range", arguments: ["", "1.5", "0", "11", "9999999999999999999"])
    func wrongIntegers(text: String) throws {
        let arguments = try arguments("--limit=\(text)")
        #expect(throws: CommandError.self) { try arguments.integer("limit", in: 1...10) }
        #expect(try self.arguments("-n", "10").integer("limit", in: 1...10) == 10)
        #expect(try self.arguments().integer("limit", in: 1...10) == nil)
    }
}
