import ForageCore
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
            Case("serach", "owl", says: "\"serach\" is not a command; did you mean \"search\"?"),
            Case(
                "dance", says: "\"dance\" is not a command; `forage --help` lists the commands."),
            Case("help", "serach", says: "\"serach\" is not a command; did you mean \"search\"?"),
            Case(
                "--verbos", "search", "owl",
                says: "\"--verbos\" is not an option; did you mean \"--verbose\"?"),
            Case(
                "--limit", "5", "search", says: "Write --limit after the command: forage COMMAND --limit."),
            Case(
                "--sandbox", says: "A command is missing: forage COMMAND; `forage --help` lists the commands."
            ),
            Case("search", says: "There is nothing to search for: give at least one word."),
            Case("search", "!!!", "...", says: "There is nothing to search for: give at least one word."),
            Case("search", " \t", says: "There is nothing to search for: give at least one word."),
            Case(
                "--fault", "cut", "serve", says: "Write --fault after the command: forage sandbox --fault."
            ),
            Case(
                "serve", "--fault", "cut",
                says: "\"--fault\" is not an option of this command, only of forage sandbox."),
            Case(
                "search", "owl", "--limt", "5", says: "\"--limt\" is not an option; did you mean \"--limit\"?"
            ),
            Case(
                "search", "owl", "-x",
                says:
                    "\"-x\" is not an option; choose one of: \"-p\", \"-k\", \"-s\", \"-n\", \"-t\", \"-f\", \"-v\" or \"-h\"."
            ),
            Case("search", "owl", "--limit", says: "--limit needs a value: --limit N."),
            Case(
                "search", "owl", "--limit", "0",
                says: "--limit takes a whole number from 1 to 500, not \"0\"."),
            Case("search", "owl", "-n", "1", "-n", "2", says: "-n was given twice; give it once."),
            Case(
                "search", "owl", "--page", "none",
                says: "--page takes a whole number from 1 to 50, not \"none\"."),
            Case(
                "search", "owl", "--timeout", "soon",
                says: "--timeout takes a time of at most ten minutes, such as 5, 2.5s or 800ms"),
            Case(
                "search", "owl", "--timeout", "nan",
                says: "--timeout takes a time of at most ten minutes, such as 5, 2.5s or 800ms"),
            Case(
                "search", "owl", "--timeout", "11m",
                says: "--timeout takes a time of at most ten minutes, such as 5, 2.5s or 800ms"),
            Case("search", "owl", "--after", "2024-13", says: "--after takes a date such as 2024, 2024-05"),
            Case(
                "search", "owl", "--after", "2024-02-30", says: "--after takes a date such as 2024, 2024-05"),
            Case("search", "owl", "--min-size", "12", says: "--min-size takes a width and a height such as"),
            Case(
                "search", "owl", "--kind", "phto",
                says: "\"phto\" is not a value of --kind; did you mean \"photo\"?"),
            Case(
                "search", "owl", "--kind", "photo,,answer",
                says: "\"\" is not a value of --kind; choose one of: \"photo\""
            ),
            Case(
                "search", "owl", "--format", "jsom",
                says: "\"jsom\" is not a value of --format; did you mean \"json\"?"),
            Case(
                "search", "owl", "--sort", "new",
                says: "\"new\" is not a value of --sort; choose one of: \"relevance\", \"newest\""),
            Case(
                "search", "owl", "--color", "alway",
                says: "\"alway\" is not a value of --color; did you mean \"always\"?"),
            Case(
                "search", "owl", "--provider", "duckduckgoo",
                says: "\"duckduckgoo\" is not a provider; did you mean \"duckduckgo\"?"),
            Case(
                "search", "owl", "--fields", "titel", says: "Unknown field \"titel\"; did you mean title?"
            ),
            Case("search", "owl", "--verbose=yes", says: "--verbose takes no value"),
            Case("search", "owl", "--page", "2", "--cursor", "x", says: "Give --page or --cursor, not both."),
            Case("search", "owl", "--cursor", "x", says: "This is not a cursor"),
            Case(
                "search", "owl", "--first", "3",
                says: "--first was removed in 0.1.0: use --timeout to limit the time"),
            Case(
                "--first=3", "search", "owl",
                says: "--first was removed in 0.1.0: use --timeout to limit the time"),
            Case(
                "search", "owl", "--compare-thumbnails",
                says: "--compare-thumbnails was removed in 0.1.0: photos are no longer compared"),
            Case(
                "replay", "x.json", "--explain-missing", "flickr:1",
                says:
                    "--explain-missing was removed in 0.1.0: --explain shows whether the service or Forage applied each filter."
            ),
            Case("show", says: "Name a result by its number in the last search, or by its ID."),
            Case("open", "3", says: "There is no last search that 3 could be a result of: search first"),
            Case("get", "7-5", says: "\"7-5\" is not a range; did you mean \"5-7\"?"),
            Case("more", says: "There is no search to continue: forage search QUERY."),
            Case("providers", "show", "duckduckg", says: "did you mean \"duckduckgo\"?"),
            Case(
                "search", "owl", "--explain", "--format", "markdown",
                says: "--explain has no effect in markdown; use --format table, json, jsonl or csv"),
            Case("search", "owl", "--explain", "-f", "html", says: "--explain has no effect in html"),
            Case(
                "search", "owl", "--fields", "id,explain.score", says: "explain is empty without --explain"),
            Case("browse", "--fields", "explain", says: "explain is empty without --explain"),
            Case(
                "show", "owl",
                says: "\"owl\" is not an ID; use an ID that a search prints, such as duckduckgo:owl~article."),
            Case(
                "get", "owl",
                says: "\"owl\" is not an ID; use an ID that a search prints, such as duckduckgo:owl~article."),
            Case("get", "barn", "owl", says: "To download the results of a search: --query 'barn owl'."),
            Case(
                "get", "--query", "owl", "-p", "flickr",
                says: "-p is not an option of this command; add it to the query: --query '… from:…'."),
            Case(
                "get", "--query", "owl", "--kind", "photo",
                says: "--kind is not an option of this command; add it to the query: --query '… kind:…'."),
            Case(
                "search", "owl", "--json",
                says: "\"--json\" is not an option; did you mean \"--format json\"?"),
            Case(
                "search", "owl", "--output", says: "\"--output\" is not an option; --help lists the options"),
            Case("search", "owl", "-tawny", says: "To exclude \"tawny\", use --not tawny."),
            Case("search", "owl", "-kestrel", says: "To exclude \"kestrel\", use --not kestrel."),
            Case("search", "owl", "-photo", says: "To exclude \"photo\", use --not photo."),
            Case("search", "owl", "-night", says: "To exclude \"night\", use --not night."),
            Case("search", "owl", "-fox", says: "To exclude \"fox\", use --not fox."),
            Case("search", "owl", "-snowy", says: "To exclude \"snowy\", use --not snowy."),
            Case(
                "search", "owl", "--preview", "blocks",
                says: "If \"blocks\" is the value of --preview, write --preview=blocks"),
            Case("verify", "a", "b", says: "Give one folder; put quotes around it if it has spaces."),
            Case("verify", says: "Name a folder: forage verify FOLDER."),
            Case("credits", "a", "b", says: "Give one folder; put quotes around it if it has spaces."),
            Case("replay", "a", "b", says: "Give one file; put quotes around it if it has spaces."),
            Case("show", "a:1", "b:2", says: "Give one result; put quotes around it if it has spaces."),
            Case(
                "show", "duckduckg:1", says: "\"duckduckg\" is not a provider; did you mean \"duckduckgo\"?"),
            Case("credit", "duckduckgo:owl", "-f", "htm", says: "\"htm\" is not a value of --format"),
            Case("config", "shwo", says: "\"shwo\" is not an action of config; did you mean \"show\"?"),
            Case(
                "config", "show", "timeout",
                says: "Unexpected argument \"timeout\": see forage config --help."),
            Case(
                "config", "explain", "timeuot",
                says: "\"timeuot\" is not a setting; did you mean \"timeout\"?"),
            Case(
                "config", "explain", "providers.flikr",
                says: "\"providers.flikr\" is not a setting; did you mean \"providers.flickr\"?"),
            Case("config", "explain", "xylophone", says: "\"xylophone\" is not a setting.\n"),
            Case("providers", "lst", says: "\"lst\" is not an action of providers; did you mean \"list\"?"),
            Case(
                "providers", "list", "all", says: "Unexpected argument \"all\": see forage providers --help."),
            Case("providers", "enable", says: "Name a provider: forage providers enable NAME…"),
            Case(
                "providers", "disable", "duckduckgp",
                says: "\"duckduckgp\" is not a provider; did you mean \"duckduckgo\"?"),
            Case(
                "providers", "-f", "html",
                says: "\"html\" is not a value of --format; choose one of: \"table\", \"json\""),
            Case(
                "decode", "duckduckgo",
                says: "Name a provider and a file: forage decode PROVIDER FILE."),
            Case("decode", "flickre", "-", says: "\"flickre\" is not a provider; did you mean \"flickr\"?"),
            Case(
                "browse", "owl", says: "forage browse takes no words. To search for them: forage search owl."),
            Case(
                "browse", "--day", "2024-02-30",
                says: "--day takes a date such as 2024-05-31, not \"2024-02-30\"."),
            Case("browse", "--sort", "newest", says: "\"--sort\" is not an option"),
            Case("decode", "duckduckgo", "-", "--request", "browsed", says: "did you mean \"browse\"?"),
            Case(
                "decode", "duckduckgo", "-", "--request", "details",
                says: "Name the requested result: --id ID."),
            Case(
                "decode", "duckduckgo", "-", "--status", "99",
                says: "--status takes a whole number from 100 to"),
            Case("decode", "duckduckgo", "-", "--header", "nothing", says: "--header takes 'Name: value'"),
            Case("sandbox", "--port", "70000", says: "--port takes a whole number from 0 to 65535"),
            Case("sandbox", "now", says: "Unexpected argument \"now\": see forage sandbox --help."),
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
        #expect(ending.messages.contains("At character 2001: the query is too long from here on"))
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
        #expect(ending.messages == "forage: \(words.last ?? "") takes the name of a file.\n")
    }
}
