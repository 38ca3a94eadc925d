import ForageCore
import JSON
import Platform
import TestReaders
import Testing

@Suite("Results by number", .serialized)
struct ByNumberTests {
    private let place: Place

    init() throws { place = try Place() }

    private func run(
        _ words: String..., on screen: PseudoTerminal? = nil, environment: [String: String] = [:]
    ) async throws -> RunningProgram.Ending {
        try await forageAtSandbox(words, in: place, screen: screen, environment: environment)
    }

    /// The IDs of a search without a terminal.
    private func ids(_ words: String..., on screen: PseudoTerminal? = nil) async throws -> [String] {
        let ending = try await forageAtSandbox(["search"] + words + ["--format", "jsonl"], in: place)
        return ending.output.split(separator: "\n").compactMap { line in
            try? JSONDocument(Array(line.utf8)).root["id"].string
        }
    }

    @Test("show and credit take the number of a result of the last search")
    func one() async throws {
        let ids = try await ids("owl", "-n", "3")
        #expect(try await run("show", "2").output.hasPrefix("id\t\(ids[1])\n"))
        #expect(try await run("credit", "3").output == run("credit", ids[2]).output)
    }

    @Test("get takes numbers and ranges")
    func several() async throws {
        let ids = try await ids("owl", "-n", "5")
        let ending = try await run("get", "1", "3-4", "--dry-run", "--format", "jsonl")
        let named = ending.output.split(separator: "\n").compactMap { line in
            try? JSONDocument(Array(line.utf8)).root["id"].string
        }
        #expect(named == [ids[0], ids[2], ids[3]])
    }

    @Test(
        "a number that is not a result is refused with the numbers that are",
        arguments: [
            ("0", "The last search has results 1 to 3, not 0."),
            ("4", "The last search has results 1 to 3, not 4; `forage more` shows the next ones."),
            ("2-9", "not 9"), ("99999999999999999999", "not 9223372036854775807"),
        ])
    func beyond(word: String, sentence: String) async throws {
        _ = try await ids("owl", "-n", "3")
        let ending = try await run("get", word)
        #expect(ending.code == 64)
        #expect(ending.messages.contains(sentence), "\(ending.messages)")
    }

    @Test("a result of the sandbox is not looked for at the services")
    func sandbox() async throws {
        let environment = ["FORAGE_SANDBOX": try SharedSandbox.address.get()]
        _ = try await run("--sandbox", "search", "owl", "-n", "3", environment: environment)
        let ending = try await run("show", "1")
        #expect(ending.code == 64)
        #expect(ending.messages.contains("The last search was in the sandbox: add --sandbox."))
        #expect(try await run("--sandbox", "show", "1", environment: environment).code == 0)
    }

    @Test("the new results of saved searches have numbers that go on from one search to the next")
    func watched() async throws {
        for name in ["owls", "foxes"] {
            _ = try await run("watch", "add", name, String(name.prefix(3)), "-n", "2")
        }
        let screen = try PseudoTerminal(width: 100)
        #expect(try await run("watch", "run", on: screen).code == 0)
        var shown: Set<String> = []
        for number in 1...4 { shown.insert(try await run("show", "\(number)", on: screen).output) }
        #expect(shown.count == 4)
        #expect(try await run("show", "5", on: screen).code == 64)
    }

    @Test("each terminal has its own last search; a new one uses the newest")
    func terminals() async throws {
        let (one, other, new) = (
            try PseudoTerminal(width: 100), try PseudoTerminal(width: 100), try PseudoTerminal(width: 100)
        )
        _ = try await run("search", "owl", "-n", "3", on: one)
        _ = try await run("search", "fox", "-n", "3", on: other)
        let (owls, foxes) = (try await run("show", "1", on: one), try await run("show", "1", on: other))
        #expect(owls.output.lowercased().contains("owl") && !owls.output.lowercased().contains("fox"))
        #expect(foxes.output.lowercased().contains("fox"))
        #expect(try await run("show", "1", on: new).output == foxes.output)
    }

    @Test("more continues the list and its numbers, to the end")
    func more() async throws {
        let all = try await ids("owl", "-n", "9")
        let screen = try PseudoTerminal(width: 100)
        let first = try await run("search", "owl", "-n", "3", on: screen)
        #expect(first.output.contains("`forage more` shows the next") && !first.output.contains("--cursor"))
        let second = try await run("more", on: screen, environment: ["TERM": "dumb"])
        #expect(second.output.split(separator: "\n").first?.hasPrefix("4  ") == true, "\(second.output)")
        _ = try await run("more", "--limit", "2", on: screen)
        for (number, id) in [(1, all[0]), (6, all[5]), (8, all[7])] {
            #expect(try await run("show", "\(number)", on: screen).output.contains(id))
        }
        _ = try await run("search", "owl", "--all", on: screen)
        let last = try await run("more", on: screen)
        #expect(last.code == 1 && last.output.contains("The last search has no more results."))
    }

    @Test("open starts the browser with the result's page, without a request", arguments: [true, false])
    func open(hasBrowser: Bool) async throws {
        let script = "#!/bin/sh\nprintf %s \"$*\" > opening\n/bin/mv opening opened\n"
        for name in hasBrowser ? ["xdg-open", "open"] : [] {
            try place.write(script.utf8, to: name, permissions: 0o755)
        }
        let found = try await run("search", "owl", "-n", "3")
        let page = try #require(found.outputLines[1].split(separator: "\t").last)
        let nowhere = "http://127.0.0.1:1/"
        let ending = try await run(
            "open", "2",
            environment: ["PATH": place.folder, "FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": nowhere])
        #expect(ending.code == (hasBrowser ? 0 : 1))
        #expect(ending.messages.contains(page))
        while hasBrowser, (try? place.text(of: "opened")) == nil {
            try await Task.sleep(for: .milliseconds(5))
        }
        if hasBrowser { #expect(try place.text(of: "opened") == page) }
    }

    @Test("credit --copy fills the clipboard with a program of the system")
    func copyWithProgram() async throws {
        let script = "#!/bin/sh\nread -r line\nprintf %s \"$line\" > copied\n"
        for name in ["xclip", "pbcopy"] { try place.write(script.utf8, to: name, permissions: 0o755) }
        _ = try await ids("owl", "-n", "3")
        let ending = try await run(
            "credit", "1", "--copy", "--format", "html",
            environment: ["PATH": "\(place.folder):/bin", "DISPLAY": ":9"])
        #expect(ending.code == 0)
        #expect(ending.messages.contains("Copied with xclip.") || ending.messages.contains("pbcopy."))
        #expect(try place.text(of: "copied") + "\n" == ending.output)
    }

    @Test("credit --copy fills the clipboard through the terminal, or reports that there is none")
    func copyWithTerminal() async throws {
        _ = try await ids("owl", "-n", "3")
        let environment = ["SSH_CONNECTION": "192.0.2.1 1 192.0.2.2 22", "TERM": "xterm"]
        let screen = try PseudoTerminal(width: 100)
        let shown = try await run("credit", "1", "--copy", on: screen, environment: environment)
        let credit = try await run("credit", "1", "--format", "text").output.dropLast()
        let code = Data(credit.utf8).base64EncodedString()
        #expect(shown.output.contains("\u{1B}]52;c;\(code)\u{07}"))
        #expect(shown.output.contains("Copied with the terminal (OSC 52)"))
        let none = try await run("credit", "1", "--copy", environment: environment)
        #expect(none.code == 1 && none.messages.contains("There is no clipboard"))
    }
}
