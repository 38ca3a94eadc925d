import Platform
import TestWording
import Testing

@Suite("Arguments and variables that are not UTF-8", .timeLimit(.minutes(1)))
struct BrokenTextTests {
    private static let rule = Wording.Usage.onlyUTF8

    struct Start: Sendable, CustomTestStringConvertible {
        /// A shell script in which `forage` is the program and `$x` is an invalid byte.
        let script: String
        let sentence: String

        init(_ script: String, says sentence: String) {
            self.script = script
            self.sentence = sentence
        }

        var testDescription: String { script }
    }

    @Test(
        "an invalid argument or variable is refused at once, and shown escaped",
        arguments: [
            Start(#"forage get unsplash:a --to "out$x""#, says: Wording.Usage.notUTF8("\"out\\xff\"")),
            Start(#"forage svg-size "bad$x.svg""#, says: Wording.Usage.notUTF8("\"bad\\xff.svg\"")),
            Start(#"forage "ö$x${x}é""#, says: Wording.Usage.notUTF8("\"ö\\xff\\xffé\"")),
            Start(#"forage search "$(printf 'caf\351')""#, says: Wording.Usage.notUTF8("\"caf\\xe9\"")),
            Start(
                #"forage search "$(printf '\342\202 a')""#, says: Wording.Usage.notUTF8("\"\\xe2\\x82 a\"")),
            Start(#"HOME="$HOME/ho$x" forage providers"#, says: Wording.Usage.notUTF8("The variable HOME")),
            Start(
                #"XDG_CACHE_HOME="$HOME/ca$x" forage search owl"#,
                says: Wording.Usage.notUTF8("The variable XDG_CACHE_HOME")),
            Start(
                #"FORAGE_CONFIG="$x.json" forage config show"#,
                says: Wording.Usage.notUTF8("The variable FORAGE_CONFIG")),
            Start(
                #"FORAGE_PROVIDERS_UNSPLASH_ACCESS_KEY="secret$x" forage search owl"#,
                says: Wording.Usage.notUTF8("The variable FORAGE_PROVIDERS_UNSPLASH_ACCESS_KEY")),
        ])
    func refused(start: Start) async throws {
        let place = try Place()
        let ending = try await run(start.script, in: place)
        #expect(ending.code == 64 && ending.output.isEmpty)
        #expect(ending.messages == "forage: \(start.sentence). \(Self.rule)\n")
        for folder in [place.folder, place.home] {
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        }
    }

    @Test(
        "an unused variable may be invalid",
        arguments: [#"LESS="$x" forage --version"#, #"HOME="$HOME/hö" forage --version"#])
    func ignored(script: String) async throws {
        let ending = try await run(script, in: Place())
        #expect(ending.code == 0 && ending.messages.isEmpty)
    }

    #if os(Linux)
        @Test("a current folder whose name is not UTF-8 is refused")
        func folder() async throws {
            let place = try Place()
            let ending = try await run(#"mkdir "nu$x" && cd "nu$x" && forage get unsplash:a"#, in: place)
            #expect(ending.code == 64)
            #expect(ending.messages.hasPrefix("forage: The current folder, /"))
            #expect(
                ending.messages.hasSuffix(
                    #"\#(Wording.Usage.notUTF8("/work/nu\\xff,")). "# + Self.rule + "\n"))
        }
    #endif

    private func run(_ script: String, in place: Place) async throws -> RunningProgram.Ending {
        let start = #"x=$(printf '\377'); program=$1; forage() { "$program" "$@"; }; "#
        return try await RunningProgram(
            ["/bin/sh", "-c", start + script, "sh", BuiltPrograms.path(of: "forage")], in: place
        ).ending()
    }
}
