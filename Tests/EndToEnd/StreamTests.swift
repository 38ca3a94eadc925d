import JSON
import Platform
import TestReaders
import TestWording
import Testing

@Suite("forage search --stream")
struct StreamTests {
    /// Cursors belong to one user, so the tests share a place.
    private let place: Place

    init() throws { place = try Place() }

    @Test(
        "the streamed lines add up to the list of the same search",
        arguments: [[], ["--orientation", "landscape"], ["-n", "60", "--fields", "title"]])
    func program(options: [String]) async throws {
        let stream = try await atSandboxServices(options + ["--stream"])
        let whole = try await atSandboxServices(options + ["--format", "json"])
        #expect(stream.code == 0)
        let lines = try await atSandboxServices(options + ["--format", "jsonl"])
        for output in [stream.output, lines.output] {
            #expect(try Self.untimed(StreamedDocument(output).document) == Self.untimed(whole.output))
        }
        #expect(Set(try StreamedDocument(lines.output).events) == ["item", "finished"])
        #expect(
            Set(try StreamedDocument(stream.output).events).isSuperset(of: [
                "began", "item", "outcome", "finished",
            ])
        )
    }

    private func atSandboxServices(_ options: [String]) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            ["forage", "--sandbox", "search", "owl", "--refresh", "--no-measure", "--timeout", "50"]
                + options, in: place,
            environment: ["FORAGE_SANDBOX": SharedSandbox.address.get()]
        ).ending()
    }

    /// The output without durations, which differ between searches.
    private static func untimed(_ document: String) -> [Substring] {
        document.split(separator: "\n").filter { !$0.contains("\"milliseconds\": ") }
    }

    @Test("the first provider's items are written while another is asked")
    func early() async throws {
        let ending = try await SlowSandbox.interruptedSearch(["owl", "--no-measure"], in: Place())
        #expect(ending.code == 130)
        let fold = try StreamedDocument(ending.output)
        #expect(fold.events.last == "finished")
    }

    @Test("formats other than JSON lines are refused")
    func otherFormat() async throws {
        let ending = try await forage("search", "owl", "--stream", "--format", "json")
        #expect(ending.code == 64)
        #expect(ending.messages.contains(Wording.Usage.streamFormat))
        let each = try await forage("search", "--each", "list.txt", "--stream")
        #expect(each.code == 64)
    }

    @Test("closing the pipe ends the search, and the recording has the results so far")
    func enough() async throws {
        let place = try Place()
        let slow = try await SlowSandbox(in: place, milliseconds: 1_000)
        let script = """
            "$FORAGE" search owl -f jsonl --record run.json \(SlowSandbox.options.joined(separator: " ")) \
                2>/dev/null | head -n 1
            """
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: place,
            environment: slow.environment.merging(["FORAGE": BuiltPrograms.path(of: "forage")]) { $1 }
        ).ending()
        #expect(ending.outputLines.count == 1)
        let replayed = try await forage("replay", "run.json", "-f", "json", in: place)
        #expect(try !replayed.json["items"].list.isEmpty)
        try await slow.end()
    }

    @Test("closing the pipe ends the program silently")
    func head() async throws {
        let script = #""$FORAGE" --sandbox search owl --stream 2>/dev/null | head -n 2"#
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: Place(), environment: ["FORAGE": BuiltPrograms.path(of: "forage")]
        ).ending()
        #expect(ending.outputLines.count == 2)
        #expect(ending.messages.isEmpty)
    }
}
