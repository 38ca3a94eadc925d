import Platform
import TestWording
import Testing

/// Runs the real shells with their scripts.
@Suite("forage completions")
struct CompletionsTests {
    struct Shell: Sendable, CustomTestStringConvertible {
        let name: String
        let options: [String]
        /// Completes `$line` and prints the candidates, one per line.
        let completes: String

        var path: String? {
            ["/usr/bin/", "/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
                .first { FileManager.default.isExecutableFile(atPath: $0) }
        }

        var testDescription: String { name }
    }

    static let shells = [
        Shell(
            name: "bash", options: ["--norc"],
            completes: """
                source <(forage completions bash)
                COMP_LINE=$line COMP_POINT=${#line}
                _forage forage
                printf '%s\\n' "${COMPREPLY[@]}"
                """),
        Shell(
            name: "zsh", options: ["-f"],
            completes: """
                compdef() { :; }
                source <(forage completions zsh)
                _describe() { print -rl -- "${(@P)@[-1]}" | sed -E 's/([^\\\\]):.*/\\1/; s/\\\\:/:/g'; }
                _files() { print -l -- ${words[CURRENT]##*=}*(N) }
                compset() { :; }
                words=("${(@s: :)line}"); CURRENT=$#words; PREFIX=${words[CURRENT]#[\\"\\']}
                _forage
                """),
        Shell(
            name: "fish", options: ["--no-config"],
            completes: """
                forage completions fish | source
                complete -C "$line" | string replace -r '\\t.*' ''
                """),
    ].filter { $0.path != nil }

    private func completed(_ line: String, by shell: Shell, in place: Place) async throws -> [Substring] {
        let path = try #require(shell.path)
        let program = try RunningProgram(
            [path] + shell.options + ["-c", shell.completes], in: place,
            environment: [
                "line": line, "PATH": BuiltPrograms.folder + ":/usr/bin:/bin", "LANG": "C.UTF-8",
                "FORAGE_CONFIG": "",
            ])
        return try await program.ending().outputLines.sorted()
    }

    @Test("the shell completes commands, options and their values", arguments: shells)
    func words(shell: Shell) async throws {
        let place = try Place()
        #expect(try await completed("forage sea", by: shell, in: place) == ["search"])
        #expect(try await completed("forage search --form", by: shell, in: place) == ["--format"])
        #expect(try await completed("forage search --format js", by: shell, in: place) == ["json", "jsonl"])
        #expect(
            try await completed("forage providers ", by: shell, in: place) == [
                "check", "disable", "draft", "enable", "export", "import", "install", "list", "mend", "new",
                "reset", "rollback", "sample", "search", "show", "try", "update",
            ])
        #expect(try await completed("forage search owl", by: shell, in: place) == [])
    }

    @Test("the shell completes file names where one is expected", arguments: shells)
    func files(shell: Shell) async throws {
        let place = try Place()
        try place.write("{}", to: "my answer.json")
        #expect(
            try await completed("forage decode duckduckgo my", by: shell, in: place) == ["my answer.json"])
        let spelled = try await completed("forage search --config=my", by: shell, in: place)
        #expect(spelled.map { String($0.replacing("--config=", with: "")) } == ["my answer.json"])
    }

    @Test("the shell completes the ids of the last search", arguments: shells)
    func results(shell: Shell) async throws {
        let place = try Place()
        let search = try await forageAtSandbox(["search", "owl", "-n", "3"], in: place)
        let ids = search.outputLines.compactMap { $0.split(separator: "\t").first }.sorted()
        #expect(ids.count == 3)
        let offered = try await completed("forage show duck", by: shell, in: place)
        #expect(offered == ids)
        #expect(try await completed("forage open 2", by: shell, in: place) == ["2"])
    }

    @Test("bash gets only the part after the colon, at which it splits words")
    func colons() async throws {
        let shell = try #require(Self.shells.first { $0.name == "bash" })
        let place = try Place()
        let search = try await forageAtSandbox(["search", "owl", "-n", "3"], in: place)
        let ids = search.outputLines.compactMap { $0.split(separator: "\t").first }.sorted()
        let offered = try await completed("forage show duckduckgo:o", by: shell, in: place)
        #expect(offered.map { "duckduckgo:\($0)" } == ids.map(String.init))
        #expect(try await completed("forage search --format=h", by: shell, in: place) == ["html"])
        #expect(try await completed("forage search --format=\"h", by: shell, in: place) == ["html"])
        #expect(try await completed("forage search from:'fl", by: shell, in: place) == ["flickr"])
    }

    @Test(
        "a word with an open quote is completed",
        arguments: shells, ["'", "\""])
    func openQuotes(shell: Shell, quote: String) async throws {
        let place = try Place()
        let search = try await forageAtSandbox(["search", "owl", "-n", "3"], in: place)
        let ids = search.outputLines.compactMap { $0.split(separator: "\t").first }.sorted()
        #expect(try await completed("forage show \(quote)duckduckgo:o", by: shell, in: place) == ids)
    }

    @Test(
        "bash gets file names that are typed with quotes or backslashes",
        arguments: [
            "'my an", "\"my an", #"my\ an"#, "'my answer.json' --definition \"my an", "--definition='my an",
        ])
    func quotes(typed: String) async throws {
        let shell = try #require(Self.shells.first { $0.name == "bash" })
        let place = try Place()
        try place.write("{}", to: "my answer.json")
        #expect(
            try await completed("forage decode duckduckgo \(typed)", by: shell, in: place)
                == ["my answer.json"])
    }

    @Test("without a known shell, the command lists the supported shells")
    func misuse() async throws {
        let none = try await forage("completions")
        #expect(none.code == 64)
        #expect(none.messages.contains(Wording.Usage.nameShell))
        let other = try await forage("completions", "zhs")
        #expect(other.code == 64)
        #expect(other.messages.contains(Wording.Usage.didYouMean("zsh")))
    }
}
