import JSON
import TestReaders
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("forage search --each")
struct SearchEachTests {
    private func each(
        _ list: String, _ options: String..., environment: [String: String] = [:],
        screen: PseudoTerminal? = nil
    ) async throws -> RunningProgram.Ending {
        let place = try Place()
        try place.write(list, to: "list.txt")
        return try await forageAtSandbox(
            ["search", "--each", "list.txt", "-p", "duckduckgo"] + options, in: place, screen: screen,
            environment: environment)
    }

    @Test("each line of the list gives one line with the best picture and its credit, in order")
    func lines() async throws {
        let list = ["owl", "barn owl", "zzzzqqqq", "lighthouse", "owl \"fault:delay=300\"", "fox"]
        let ending = try await each(list.joined(separator: "\n") + "\n")
        #expect(ending.code == 0)
        let lines = try ending.jsonLines
        #expect(lines.map { $0["query"].string } == list)
        for line in lines {
            #expect(line.members.map(\.key) == ["query", "item", "outcomes"])
            #expect(line["outcomes"].list.map { $0["provider"].string } == ["duckduckgo"])
        }
        #expect(lines[2]["item"].kind == .null)
        let item = lines[0]["item"]
        #expect(item["renditions"].list.isEmpty == false)
        #expect(item["attribution"]["text"].string?.isEmpty == false)
        let search = try await forageAtSandbox(["search", "owl", "-f", "json", "-p", "duckduckgo"])
        let best = try search.json["items"].list.first { !$0["renditions"].list.isEmpty }
        #expect(item["id"].string == best?["id"].string)
        #expect(ending.messages.contains("pictures for 6 queries in "))
    }

    @Test("standard input, CRLF, a missing last line end and comment-like lines are accepted")
    func standardInput() async throws {
        let place = try Place()
        let list = try place.write("\u{FEFF}owl\r\n# fox\r\n  barn   owl", to: "list.txt")
        let ending = try await RunningProgram(
            ["forage", "search", "--each", "-", "-p", "duckduckgo"], in: place,
            environment: SharedSandbox.environment,
            input: list
        ).ending()
        #expect(ending.code == 0)
        #expect(try ending.jsonLines.map { $0["query"].string } == ["owl", "# fox", "barn owl"])
    }

    @Test("an invalid line is answered with its error, and the others continue")
    func badLines() async throws {
        let long = String(repeating: "owl ", count: 600)
        let endless = String(repeating: "x", count: 100_000)
        let ending = try await each("owl\n\n\(long)\n\(endless)\n \t\nfox\n")
        #expect(ending.code == 3)
        let lines = try ending.jsonLines
        #expect(lines.map { $0["error"].exists } == [false, true, true, true, true, false])
        for line in lines where line["error"].exists {
            #expect(line["item"].kind == .null && line["outcomes"].kind == .array)
        }
        #expect(lines.map { $0["query"].string }.dropFirst(4) == ["", "fox"])
        #expect(lines[1]["error"].string?.contains(Wording.Queries.nothingToSearchFor) == true)
        #expect(lines[2]["error"].string?.contains("At character 2001") == true)
        #expect(lines[3]["error"].string?.contains("100000 bytes") == true)
        #expect(lines.allSatisfy { ($0["query"].string ?? "").utf8.count < 300 })
    }

    @Test("an invalid line is repeated with single spaces, like any other")
    func badLinesWithSpaces() async throws {
        let lines = try await each("lisence:cc0\r\n\r\na  b:c   d\n").jsonLines
        #expect(lines.map { $0["query"].string } == ["lisence:cc0", "", "a b:c d"])
        #expect(lines.allSatisfy { $0["error"].exists })
    }

    @Test(
        "the exit code is 1 if all failed, 3 if some did and 0 for an empty list",
        arguments: [
            ("owl \"fault:500\"\nfox \"fault:500\"\n", 1), ("owl \"fault:500\"\nfox\n", 3), ("owl\nfox\n", 0),
            ("", 0),
            ("\n", 1),
        ])
    func codes(list: String, code: Int32) async throws {
        #expect(try await each(list).code == code)
    }

    @Test("the options of a search apply")
    func options() async throws {
        let kinds = try await each("owl\n", "--kind", "topic", "--fields", "kind,title")
        let item = try kinds.jsonLines[0]["item"]
        #expect(item.members.map(\.key) == ["kind", "title"])
        #expect(item["kind"].string == "topic")
        let late = try await each("owl \"fault:delay=20000\"\n", "--timeout", "300ms")
        #expect(late.code == 1)
        #expect(try late.jsonLines[0]["outcomes"].list[0]["result"].string == "timedOut")
    }

    @Test(
        "contradictory options are refused",
        arguments: [
            ["owl"], ["--page", "2"], ["--cursor", "x"], ["--format", "table"], ["--provider", "unknown"],
            ["--timeout", "soon"], ["--fields", "nothing"], ["--preview"],
            ["--explain"], ["--fields", "explain"],
        ])
    func refuses(options: [String]) async throws {
        let place = try Place()
        try place.write("owl\n", to: "list.txt")
        let ending = try await forageAtSandbox(
            ["search", "--each", "list.txt", "-p", "duckduckgo"] + options, in: place)
        #expect(ending.code == 64)
        #expect(ending.output.isEmpty)
    }

    @Test("an unreadable list is reported", arguments: ["missing.txt", "."])
    func unreadable(path: String) async throws {
        let ending = try await forageAtSandbox(["search", "--each", path])
        #expect(ending.code == 1)
        #expect(ending.messages.contains(Wording.Files.unreadable(path)))
    }

    @Test("a long list is searched four at a time, in little memory")
    func long() async throws {
        let list = (1...1_000).map { "zzzz\($0)" }
        let ending = try await each(list.joined(separator: "\n"), "--fields", "id")
        #expect(ending.code == 0)
        #expect(try ending.jsonLines.map { $0["query"].string } == list)
    }

    @Test("progress is shown on a terminal")
    func progress() async throws {
        let screen = try PseudoTerminal(width: 80)
        let ending = try await each("owl\nfox\nbarn\n", screen: screen)
        #expect(ending.code == 0)
        #expect(ending.output.contains("0 of 3"))
        #expect(ending.output.contains("2 of 3"))
        #expect(ending.output.contains("for 3 queries in "))
    }

    @Test("a line is answered before the next arrives, and Ctrl-C keeps the finished ones")
    func interrupted() async throws {
        let place = try Place()
        // The writer keeps the pipe open, and signals the program once it has written a line.
        let script = """
            mkfifo list && exec 3<>list && echo owl >&3
            "$FORAGE" search -p duckduckgo --each - <list >lines 2>messages & program=$!
            until [ -s lines ]; do :; done
            echo 'owl "fault:delay=60000"' >&3
            kill -INT $program
            wait $program; echo "code $?"; cat lines messages
            """
        var environment = try SharedSandbox.environment
        environment["FORAGE"] = BuiltPrograms.path(of: "forage")
        let ending = try await RunningProgram(
            ["/bin/bash", "-mc", script], in: place, environment: environment
        )
        .ending()
        let lines = ending.outputLines
        #expect(lines.first == "code 130")
        #expect(lines.dropFirst().first?.hasPrefix("{\"query\":\"owl\",") == true)
        #expect(lines.dropFirst(2).allSatisfy { !$0.hasPrefix("{") })
    }

    @Test("a closed pipe ends the program silently")
    func closedPipe() async throws {
        let place = try Place()
        try place.write(String(repeating: "owl\n", count: 200), to: "list.txt")
        let script = """
            { "$FORAGE" search -p duckduckgo --each list.txt 2>messages; echo "code $?" >&2; } | head -n 1 | wc -l
            cat messages
            """
        var environment = try SharedSandbox.environment
        environment["FORAGE"] = BuiltPrograms.path(of: "forage")
        let ending = try await RunningProgram(["/bin/sh", "-c", script], in: place, environment: environment)
            .ending()
        #expect(ending.output.trimmingWhitespaceAndLines == "1")
        #expect(ending.messages == "code 0\n")
    }
}

extension String {
    fileprivate var trimmingWhitespaceAndLines: String { filter { !$0.isWhitespace } }
}
