import Testing

@Suite("At a terminal", .serialized)
struct ScreenTests {
    private let utf8 = ["LANG": "C.UTF-8"]

    private func shown(
        _ typed: String..., width: Int = 100, environment: [String: String]? = nil
    ) async throws -> String {
        let screen = try PseudoTerminal(width: width)
        return try await forageAtSandbox(typed, screen: screen, environment: environment ?? utf8).output
    }

    @Test("a search is a table, with colours, that says what it waits for")
    func table() async throws {
        let shown = try await shown("search", "owl")
        #expect(shown.contains("\r\u{1B}[2KAsking duckduckgo …"))
        #expect(shown.contains("\u{1B}[1m"))
        #expect(shown.contains("Results from DuckDuckGo"))
        #expect(shown.contains("results from 1 provider"))
        #expect(!shown.contains("\t"))
    }

    @Test("the line that says what is waited for is cleared before anything else is shown")
    func cleared() async throws {
        let shown = try await shown("search", "owl", environment: utf8.merging(["NO_COLOR": "1"]) { $1 })
        let parts = shown.split(separator: "Asking duckduckgo …")
        let rest = try #require(parts.last)
        #expect(parts.count == 2)
        #expect(rest.hasPrefix("\r\u{1B}[2K"))
        #expect(!rest.dropFirst(4).contains("\u{1B}"))
    }

    @Test("without a UTF-8 locale nothing but ASCII is written around the results")
    func plainLetters() async throws {
        let shown = try await shown("providers", environment: ["LC_ALL": "C"])
        #expect(shown.utf8.allSatisfy { $0 < 0x80 })
        #expect(try await shownSearch(["LC_ALL": "C"]).contains("Asking duckduckgo ..."))
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

    @Test("no line of a table is wider than the terminal, but ids and addresses", arguments: [60, 80, 132])
    func width(width: Int) async throws {
        let environment = utf8.merging(["NO_COLOR": "1"]) { $1 }
        let shown = try await shown("search", "owl", width: width, environment: environment)
        let table = try #require(shown.split(separator: "\r\u{1B}[2K").last)
        for line in table.split(separator: "\r\n") where line.count > width {
            let last = line.split(separator: " ").last ?? ""
            #expect(last.contains("://") || last.hasPrefix("duckduckgo:") || line.contains("--cursor"))
        }
    }
}
