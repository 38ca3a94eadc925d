import ForageCore
import TestWording
import Testing

@Suite("Usage errors")
struct MisuseTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let typed: [String]
        let sentence: String

        init(_ typed: String..., says sentence: String) {
            self.typed = typed
            self.sentence = sentence
        }

        var testDescription: String { "forage " + typed.joined(separator: " ") }
    }

    @Test(
        "an error is one sentence of advice with exit code 64",
        arguments: [
            Case("serach", "owl", says: Wording.Usage.notACommand("serach", didYouMean: "search")),
            Case(
                "dance", says: "\(Wording.Usage.notACommand("dance")); `forage --help` lists the commands."),
            Case("help", "serach", says: Wording.Usage.notACommand("serach", didYouMean: "search")),
            Case(
                "--verbos", "search", "owl",
                says: Wording.Usage.notAnOption("--verbos", didYouMean: "--verbose")),
            Case(
                "--limit", "5", "search",
                says: Wording.Usage.afterCommand("--limit", "forage COMMAND --limit")),
            Case(
                "--sandbox", says: Wording.Usage.commandMissing
            ),
            Case("search", says: Wording.Queries.empty),
            Case("search", "!!!", "...", says: Wording.Queries.empty),
            Case("search", " \t", says: Wording.Queries.empty),
            Case(
                "--fault", "cut", "serve",
                says: Wording.Usage.afterCommand("--fault", "forage sandbox --fault")
            ),
            Case(
                "serve", "--fault", "cut",
                says: "\(Wording.Usage.notAnOption("--fault")) of this command, only of forage sandbox."),
            Case(
                "search", "owl", "--limt", "5",
                says: Wording.Usage.notAnOption("--limt", didYouMean: "--limit")
            ),
            Case(
                "search", "owl", "-x",
                says:
                    "\(Wording.Usage.notAnOption("-x")); choose one of: \"-p\", \"-k\", \"-s\", \"-n\", \"-t\", \"-f\", \"-v\" or \"-h\"."
            ),
            Case("search", "owl", "--limit", says: "\(Wording.Usage.needsValue("--limit")): --limit N."),
            Case(
                "search", "owl", "--limit", "0",
                says: "\(Wording.Usage.wholeNumber("--limit", 1, 500)), not \"0\"."),
            Case("search", "owl", "-n", "1", "-n", "2", says: Wording.Usage.givenTwice("-n")),
            Case(
                "search", "owl", "--page", "none",
                says: "\(Wording.Usage.wholeNumber("--page", 1, 50)), not \"none\"."),
            Case(
                "search", "owl", "--timeout", "soon",
                says: Wording.Usage.time("--timeout")),
            Case(
                "search", "owl", "--timeout", "nan",
                says: Wording.Usage.time("--timeout")),
            Case(
                "search", "owl", "--timeout", "11m",
                says: Wording.Usage.time("--timeout")),
            Case(
                "search", "owl", "--after", "2024-13",
                says: Wording.Usage.date("--after", suchAs: "2024, 2024-05")),
            Case(
                "search", "owl", "--after", "2024-02-30",
                says: Wording.Usage.date("--after", suchAs: "2024, 2024-05")),
            Case("search", "owl", "--min-size", "12", says: "\(Wording.Usage.size("--min-size")) such as"),
            Case(
                "search", "owl", "--kind", "phto",
                says: Wording.Usage.notAValue("phto", of: "--kind", didYouMean: "photo")),
            Case(
                "search", "owl", "--kind", "photo,,answer",
                says: "\(Wording.Usage.notAValue("", of: "--kind")); choose one of: \"photo\""
            ),
            Case(
                "search", "owl", "--format", "jsom",
                says: Wording.Usage.notAValue("jsom", of: "--format", didYouMean: "json")),
            Case(
                "search", "owl", "--sort", "new",
                says:
                    "\(Wording.Usage.notAValue("new", of: "--sort")); choose one of: \"relevance\", \"newest\""
            ),
            Case(
                "search", "owl", "--color", "alway",
                says: Wording.Usage.notAValue("alway", of: "--color", didYouMean: "always")),
            Case(
                "search", "owl", "--provider", "duckduckgoo",
                says: Wording.Usage.notAProvider("duckduckgoo", didYouMean: "duckduckgo")),
            Case(
                "search", "owl", "--fields", "titel",
                says: Wording.Usage.unknownField("titel", didYouMean: "title")
            ),
            Case("search", "owl", "--verbose=yes", says: Wording.Usage.noValue("--verbose")),
            Case("search", "owl", "--page", "2", "--cursor", "x", says: Wording.Usage.pageAndCursor),
            Case("search", "owl", "--cursor", "x", says: Wording.Queries.notACursor),
            Case(
                "search", "owl", "--first", "3",
                says: "\(Wording.Usage.removed("--first")): use --timeout to limit the time"),
            Case(
                "--first=3", "search", "owl",
                says: "\(Wording.Usage.removed("--first")): use --timeout to limit the time"),
            Case(
                "search", "owl", "--compare-thumbnails",
                says: "\(Wording.Usage.removed("--compare-thumbnails")): photos are no longer compared"),
            Case(
                "replay", "x.json", "--explain-missing", "flickr:1",
                says:
                    "\(Wording.Usage.removed("--explain-missing")): --explain shows whether the service or Forage applied each filter."
            ),
            Case("show", says: Wording.Usage.nameResult),
            Case("open", "3", says: "There is no last search that 3 could be a result of: search first"),
            Case("get", "7-5", says: "\"7-5\" is not a range; \(Wording.Usage.didYouMean("5-7"))"),
            Case("more", says: "There is no search to continue: forage search QUERY."),
            Case("providers", "show", "duckduckg", says: Wording.Usage.didYouMean("duckduckgo")),
            Case(
                "search", "owl", "--explain", "--format", "markdown",
                says:
                    "\(Wording.Usage.noEffect(of: "--explain", in: "markdown")); use --format table, json, jsonl or csv"
            ),
            Case(
                "search", "owl", "--explain", "-f", "html",
                says: Wording.Usage.noEffect(of: "--explain", in: "html")),
            Case(
                "search", "owl", "--fields", "id,explain.score",
                says: Wording.Usage.emptyWithoutOption("explain", "--explain")),
            Case(
                "browse", "--fields", "explain",
                says: Wording.Usage.emptyWithoutOption("explain", "--explain")),
            Case(
                "show", "owl",
                says:
                    "\(Wording.Usage.notAnID("owl")); use an ID that a search prints, such as duckduckgo:owl~article."
            ),
            Case(
                "get", "owl",
                says:
                    "\(Wording.Usage.notAnID("owl")); use an ID that a search prints, such as duckduckgo:owl~article."
            ),
            Case("get", "barn", "owl", says: "To download the results of a search: --query 'barn owl'."),
            Case(
                "get", "--query", "owl", "-p", "flickr",
                says: "\(Wording.Usage.notAnOptionOfCommand("-p")); add it to the query: --query '… from:…'."),
            Case(
                "get", "--query", "owl", "--kind", "photo",
                says:
                    "\(Wording.Usage.notAnOptionOfCommand("--kind")); add it to the query: --query '… kind:…'."
            ),
            Case(
                "search", "owl", "--json",
                says: Wording.Usage.notAnOption("--json", didYouMean: "--format json")),
            Case(
                "search", "owl", "--output",
                says: "\(Wording.Usage.notAnOption("--output")); --help lists the options"),
            Case("search", "owl", "-tawny", says: "To exclude \"tawny\", use --not tawny."),
            Case("search", "owl", "-kestrel", says: "To exclude \"kestrel\", use --not kestrel."),
            Case("search", "owl", "-photo", says: "To exclude \"photo\", use --not photo."),
            Case("search", "owl", "-night", says: "To exclude \"night\", use --not night."),
            Case("search", "owl", "-fox", says: "To exclude \"fox\", use --not fox."),
            Case("search", "owl", "-snowy", says: "To exclude \"snowy\", use --not snowy."),
            Case(
                "search", "owl", "--preview", "blocks",
                says: "If \"blocks\" is the value of --preview, write --preview=blocks"),
            Case("verify", "a", "b", says: Wording.Usage.giveOne("folder")),
            Case("verify", says: "Name a folder: forage verify FOLDER."),
            Case("credits", "a", "b", says: Wording.Usage.giveOne("folder")),
            Case("replay", "a", "b", says: Wording.Usage.giveOne("file")),
            Case("show", "a:1", "b:2", says: Wording.Usage.giveOne("result")),
            Case(
                "show", "duckduckg:1", says: Wording.Usage.notAProvider("duckduckg", didYouMean: "duckduckgo")
            ),
            Case(
                "credit", "duckduckgo:owl", "-f", "htm", says: Wording.Usage.notAValue("htm", of: "--format")),
            Case("config", "shwo", says: Wording.Usage.notAnAction("shwo", of: "config", didYouMean: "show")),
            Case(
                "config", "show", "timeout",
                says: Wording.Usage.unexpectedArgument("timeout", of: "forage config")),
            Case(
                "config", "explain", "timeuot",
                says: Wording.Settings.unknownSetting("timeuot", didYouMean: "timeout")),
            Case(
                "config", "explain", "providers.flikr",
                says: Wording.Settings.unknownSetting("providers.flikr", didYouMean: "providers.flickr")),
            Case(
                "config", "explain", "xylophone", says: "\(Wording.Settings.unknownSetting("xylophone")).\n"),
            Case(
                "providers", "lst",
                says: Wording.Usage.notAnAction("lst", of: "providers", didYouMean: "list")),
            Case(
                "providers", "list", "all",
                says: Wording.Usage.unexpectedArgument("all", of: "forage providers")),
            Case("providers", "enable", says: "\(Wording.Usage.nameProvider): forage providers enable NAME…"),
            Case(
                "providers", "disable", "duckduckgp",
                says: Wording.Usage.notAProvider("duckduckgp", didYouMean: "duckduckgo")),
            Case(
                "providers", "-f", "html",
                says: "\(Wording.Usage.notAValue("html", of: "--format")); choose one of: \"table\", \"json\""
            ),
            Case(
                "decode", "duckduckgo",
                says: "\(Wording.Usage.nameProvider) and a file: forage decode PROVIDER FILE."),
            Case("decode", "flickre", "-", says: Wording.Usage.notAProvider("flickre", didYouMean: "flickr")),
            Case(
                "browse", "owl", says: "forage browse takes no words. To search for them: forage search owl."),
            Case(
                "browse", "--day", "2024-02-30",
                says: "\(Wording.Usage.date("--day", suchAs: "2024-05-31")), not \"2024-02-30\"."),
            Case("browse", "--sort", "newest", says: Wording.Usage.notAnOption("--sort")),
            Case(
                "decode", "duckduckgo", "-", "--request", "browsed", says: Wording.Usage.didYouMean("browse")),
            Case(
                "decode", "duckduckgo", "-", "--request", "details",
                says: Wording.Usage.nameRequestedResult),
            Case(
                "decode", "duckduckgo", "-", "--status", "99",
                says: "--status takes a whole number from 100 to"),
            Case("decode", "duckduckgo", "-", "--header", "nothing", says: "--header takes 'Name: value'"),
            Case("sandbox", "--port", "70000", says: Wording.Usage.wholeNumber("--port", 0, 65535)),
            Case("sandbox", "now", says: Wording.Usage.unexpectedArgument("now", of: "forage sandbox")),
        ])
    func misuse(_ misuse: Case) async throws {
        let place = try Place()
        let ending = try await RunningProgram(["forage"] + misuse.typed, in: place).ending()
        #expect(ending.code == 64)
        #expect(ending.output.isEmpty)
        #expect(ending.messages.hasPrefix("forage: "))
        #expect(ending.messages.contains(misuse.sentence))
        #expect(ending.messageLines.count == 1)
    }

    @Test("typed text never reaches the terminal unescaped")
    func controlCharacters() async throws {
        let ending = try await forage("search", "owl", "--format", "\u{1B}[31mred\u{202E}\n")
        #expect(ending.code == 64)
        #expect(!ending.messages.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(ending.messageLines.count == 1)
    }

    @Test("a query that is too long is refused at the position where it becomes too long")
    func longQuery() async throws {
        let ending = try await forage("search", String(repeating: "owl ", count: 1_000))
        #expect(ending.code == 64)
        #expect(ending.messages.contains("\(Wording.Queries.atCharacter(2001))\(Wording.Queries.tooLong)"))
    }

    @Test(
        "an empty file name is refused by every command",
        arguments: [
            ["search", "owl", "--definition"], ["providers", "--definition"],
            ["config", "show", "--config"],
        ])
    func emptyNameInCommands(words: [String]) async throws {
        let ending = try await RunningProgram(["forage"] + words + [""], in: Place()).ending()
        #expect(ending.code == 64)
        #expect(ending.messages == "forage: \(Wording.Usage.fileName(words.last ?? ""))\n")
    }
}
