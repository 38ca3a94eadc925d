import TestReaders
import Testing

@Suite("Output on a terminal", .serialized)
struct ScreenTests {
    private let utf8 = ["LANG": "C.UTF-8"]

    private func shown(
        _ typed: String..., width: Int = 100, environment: [String: String]? = nil
    ) async throws -> String {
        let screen = try PseudoTerminal(width: width)
        return try await forageAtSandbox(typed, screen: screen, environment: environment ?? utf8).output
    }

    /// The final screen, with each line of the program in one row.
    private func read(_ shown: String) -> [String] {
        var screen = SimulatedScreen(width: 10_000, height: 40)
        screen.obey(shown)
        return screen.transcript
    }

    @Test("a search is a coloured table, and shows the providers it waits for")
    func table() async throws {
        let shown = try await shown("search", "owl")
        #expect(shown.contains("Searching duckduckgo …"))
        #expect(shown.contains("\u{1B}[1m"))
        #expect(shown.contains("Results from DuckDuckGo"))
        #expect(shown.contains("results from 1 provider"))
        #expect(!shown.contains("\t"))
    }

    @Test("the progress line is removed when the table is printed")
    func cleared() async throws {
        let shown = try await shown("search", "owl", environment: utf8.merging(["NO_COLOR": "1"]) { $1 })
        #expect(shown.contains("Searching duckduckgo …"))
        #expect(!read(shown).contains { $0.contains("Searching") })
        #expect(read(shown).first?.contains(" 1  ") == true)
    }

    @Test(
        "formats other than a table have a progress line, too, that is removed",
        arguments: [["--format", "csv"], ["--stream"]])
    func beside(options: [String]) async throws {
        let screen = try PseudoTerminal(width: 200)
        let shown = try await forageAtSandbox(["search", "owl"] + options, screen: screen, environment: utf8)
            .output
        #expect(shown.contains("\r\u{1B}[2KSearching duckduckgo …"))
        #expect(!read(shown).contains { $0.contains("Searching") })
    }

    @Test("without a UTF-8 locale everything but the results is ASCII")
    func plainLetters() async throws {
        let shown = try await shown("providers", environment: ["LC_ALL": "C"])
        #expect(shown.utf8.allSatisfy { $0 < 0x80 })
        #expect(try await shownSearch(["LC_ALL": "C"]).contains("Searching duckduckgo ..."))
    }

    private func shownSearch(_ environment: [String: String]) async throws -> String {
        try await shown("search", "owl", environment: environment)
    }

    @Test("colours follow NO_COLOR, TERM and --color")
    func colours() async throws {
        func hasColour(_ typed: String..., environment: [String: String] = [:]) async throws -> Bool {
            let screen = try PseudoTerminal(width: 80)
            let ending = try await forageAtSandbox(typed, screen: screen, environment: environment)
            return ending.output.contains("\u{1B}[")
        }
        #expect(try await hasColour("providers"))
        #expect(try await !hasColour("providers", "--color", "never"))
        #expect(try await !hasColour("providers", environment: ["NO_COLOR": "1"]))
        #expect(try await !hasColour("providers", environment: ["TERM": "dumb"]))
        #expect(try await hasColour("providers", "--color", "always", environment: ["NO_COLOR": "1"]))
        let piped = try await forage("providers", "--color", "always")
        #expect(piped.output.contains("\u{1B}["))
    }

    @Test(
        "no line of a table is wider than the terminal, except for ids and addresses",
        arguments: [60, 80, 132])
    func width(width: Int) async throws {
        let environment = utf8.merging(["NO_COLOR": "1"]) { $1 }
        let shown = try await shown("search", "owl", width: width, environment: environment)
        for line in read(shown) where line.count > width {
            let last = line.split(separator: " ").last ?? ""
            #expect(last.contains("://") || last.hasPrefix("duckduckgo:") || line.contains("--cursor"))
        }
    }
}
