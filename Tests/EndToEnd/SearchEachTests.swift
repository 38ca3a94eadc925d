import JSON
import TestReaders
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

    @Test("writes a line for each line of the list, in its order, with the best picture and its credit")
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

    @Test("reads standard input, CRLF, a line without an end and what looks like a comment")
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

    @Test("answers a bad line with what is wrong with it, and goes on")
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
        #expect(lines[1]["error"].string?.contains("nothing to search for") == true)
        #expect(lines[2]["error"].string?.contains("At character 2001") == true)
        #expect(lines[3]["error"].string?.contains("100000 bytes") == true)
        #expect(lines.allSatisfy { ($0["query"].string ?? "").utf8.count < 300 })
    }

    @Test("repeats a bad line with single spaces, as it does any other")
    func badLinesWithSpaces() async throws {
        let lines = try await each("lisence:cc0\r\n\r\na  b:c   d\n").jsonLines
        #expect(lines.map { $0["query"].string } == ["lisence:cc0", "", "a b:c d"])
        #expect(lines.allSatisfy { $0["error"].exists })
    }

    @Test(
        "ends with 1 when all failed, with 3 when some did, with 0 for nothing at all",
        arguments: [
            ("owl \"fault:500\"\nfox \"fault:500\"\n", 1), ("owl \"fault:500\"\nfox\n", 3), ("owl\nfox\n", 0),
            ("", 0),
            ("\n", 1),
        ])
    func codes(list: String, code: Int32) async throws {
        #expect(try await each(list).code == code)
    }

    @Test("keeps to the options of a search")
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
        "refuses what does not go with it",
        arguments: [
            ["owl"], ["--page", "2"], ["--cursor", "x"], ["--format", "table"], ["--provider", "nobody"],
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

    @Test("says why a list cannot be read", arguments: ["missing.txt", "."])
    func unreadable(path: String) async throws {
        let ending = try await forageAtSandbox(["search", "--each", path])
        #expect(ending.code == 1)
        #expect(ending.messages.contains("\(path) cannot be read"))
    }

    @Test("goes through a long list with four out at once, and in little memory")
    func long() async throws {
        let list = (1...1_000).map { "zzzz\($0)" }
        let ending = try await each(list.joined(separator: "\n"), "--fields", "id")
        #expect(ending.code == 0)
        #expect(try ending.jsonLines.map { $0["query"].string } == list)
    }

    @Test("tells a person how far it is")
    func progress() async throws {
        let screen = try PseudoTerminal(width: 80)
        let ending = try await each("owl\nfox\nbarn\n", screen: screen)
        #expect(ending.code == 0)
        #expect(ending.output.contains("0 of 3"))
        #expect(ending.output.contains("2 of 3"))
        #expect(ending.output.contains("for 3 queries in "))
    }

    @Test("answers a line while the next is not there yet, and ctrl-C ends it with what is done")
    func interrupted() async throws {
        let place = try Place()
        // The writer keeps the pipe open; the program is told to end as soon as it has written a line.
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

    @Test("a reader that left ends it silently")
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
