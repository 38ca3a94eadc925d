import Testing

@testable import ForageCommand

@Suite("Shell completion")
struct CandidatesTests {
    private func words(_ typed: [String], in environment: [String: String] = [:]) -> [String]? {
        let candidates = Candidates(commands: CommandLineProgram.all, environment: environment)
        guard case .words(let found) = candidates.offer(for: typed) else { return nil }
        return found.map(\.word)
    }

    @Test("a command name is completed in any position")
    func commands() {
        #expect(words([""]) == CommandLineProgram.all.map(\.name))
        #expect(words(["sea"]) == ["search"])
        #expect(words(["--verbose", "sea"]) == ["search"])
        #expect(words(["--color", "always", "sho"]) == ["show"])
        #expect(words(["help", "cre"]) == ["credit", "credits"])
        #expect(words(["nonsense", ""]) == [])
    }

    @Test("options are completed, including common ones, and repeated only if allowed")
    func options() {
        #expect(words(["--v"]) == ["--verbose", "--version"])
        #expect(words(["search", "--form"]) == ["--format"])
        #expect(words(["search", "owl", "--verb"]) == ["--verbose"])
        #expect(words(["search", "-f", "json", "--form"]) == [])
        #expect(words(["search", "--kind", "photo", "--kin"]) == ["--kind"])
        #expect(words(["search", "--", "--form"]) == [])
    }

    @Test(
        "the value of an option is completed in every spelling",
        arguments: [
            (["search", "--format", "j"], ["json", "jsonl"]), (["search", "-f", "c"], ["csv"]),
            (["search", "-vf", "h"], ["html"]), (["search", "--format=ma"], ["--format=markdown"]),
            (["search", "--kind", "photo,ep"], ["photo,episode"]), (["search", "--sort", "new"], ["newest"]),
            (["search", "--orientation", "port"], ["portrait"]), (["search", "-p", "duck"], ["duckduckgo"]),
            (["search", "--fields", "id,creator.n"], ["id,creator.name"]),
            (["credit", "x:1", "--format", ""], ["text", "html", "markdown"]),
            (["providers", "--format", ""], ["table", "json", "jsonl", "markdown"]),
            (["--color", "al"], ["always"]), (["search", "--limit", ""], []),
            (["search", "--wrong=", ""], []),
            (["search", "--wrong=x"], []), (["decode", "--request", "det"], ["details"]),
        ] as [([String], [String])])
    func values(typed: [String], expected: [String]) {
        #expect(words(typed) == expected)
    }

    @Test("the arguments of a command are completed by its own values")
    func operands() {
        #expect(
            words(["providers", ""]) == [
                "list", "show", "enable", "disable", "reset", "check", "new", "sample", "try", "draft",
                "update", "search", "install", "rollback", "mend", "import", "export",
            ])
        #expect(words(["providers", "disable", "duck"]) == ["duckduckgo"])
        #expect(words(["providers", "disable", "flickr", "duck"]) == ["duckduckgo"])
        #expect(words(["providers", "enable", "mus"]) == ["museums"])
        #expect(words(["providers", "reset", "mus"]) == [])
        #expect(words(["providers", "list", ""]) == [])
        #expect(words(["config", "explain", "timeo"]) == ["timeout"])
        #expect(words(["config", "explain", "providers.duckduckgo.en"]) == ["providers.duckduckgo.enabled"])
        #expect(words(["config", "path", ""]) == [])
        #expect(words(["completions", ""]) == ["bash", "zsh", "fish"])
        #expect(words(["search", ""]) == [])
        #expect(words(["decode", "duck"]) == ["duckduckgo"])
    }

    @Test(
        "file names are left to the shell",
        arguments: [
            ["decode", "duckduckgo", ""], ["--config", "a"], ["search", "--config", ""],
            ["search", "--config=a"], ["svg-size", ""], ["search", "--each", ""], ["config", "check", ""],
        ])
    func files(typed: [String]) {
        #expect(words(typed) == nil)
    }

    @Test("every option with a fixed set of values is completed")
    func everyChoice() {
        let options = CommandLineProgram.all.flatMap(\.options) + Command.commonOptions
        for option in options
        where ["FORMAT", "KIND", "ORDER", "SHAPE", "FILE", "WHEN"].contains(option.value) {
            if case .nothing = option.takes { Issue.record("--\(option.name) is not completed") }
        }
    }
}
