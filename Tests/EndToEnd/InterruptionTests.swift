import LoopbackClient
import Platform
import TestWording
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Interrupted programs")
struct InterruptionTests {
    /// A separate sandbox, started with `forage sandbox`.
    private struct Sandbox {
        let program: RunningProgram
        let address: String

        init(in place: Place) async throws {
            program = try RunningProgram(["forage", "sandbox", "--port", "0"], in: place)
            address = try await program.address()
        }

        /// The number of requests to services so far.
        func requestCount() async throws -> Int {
            let port = Int(address.split(separator: ":").last ?? "") ?? 0
            let log = try await LoopbackConnection.request("/sandbox/requests", port: port)
            return Int(log?["X-Sandbox-Count"] ?? "") ?? 0
        }
    }

    /// The signals, and the exit codes of the program.
    static let endings: [(signal: Int32, code: Int32)] = [
        (SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129),
    ]

    @Test(
        "Ctrl-C cancels a search at once with the signal's exit code, even if pressed twice",
        arguments: endings, [1, 2])
    func interrupted(_ ending: (signal: Int32, code: Int32), count: Int) async throws {
        let place = try Place()
        let sandbox = try await Sandbox(in: place)
        let search = try RunningProgram(
            ["forage", "search", "owl", "\"fault:delay=60000\"", "--timeout", "55"], in: place,
            environment: ["FORAGE_PROVIDERS_DUCKDUCKGO_BASE_URL": "\(sandbox.address)/api.duckduckgo.com"])
        while try await sandbox.requestCount() == 0 {}
        // GNU's timeout signals the program, and then its process group.
        for _ in 0..<count {
            kill(search.process, ending.signal)
            usleep(1_000)
        }
        let end = try await search.ending(within: .seconds(30))
        #expect(end.code == ending.code)
        #expect(end.output.isEmpty)
        #expect(end.messages.contains("cancelled"))
        sandbox.program.interrupt()
        #expect(try await sandbox.program.ending().code == 0)
    }

    @Test("answers received before Ctrl-C are cached")
    func kept() async throws {
        let place = try Place()
        _ = try await SlowSandbox.interruptedSearch(["owl", "--no-measure"], in: place)
        let kept = try await RunningProgram(
            ["forage", "search", "owl", "--offline", "--format", "json"] + SlowSandbox.options, in: place
        ).ending()
        #expect(kept.output.contains("\"origin\": \"cached\""))
    }

    private enum Pipe: CaseIterable { case input, held, unopened }

    @Test("Ctrl-C ends the wait for a silent pipe", arguments: Pipe.allCases)
    private func waiting(pipe: Pipe) async throws {
        let place = try Place()
        try place.write("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='2'/>", to: "a.svg")
        let path = "\(place.folder)/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let writer = pipe == .unopened ? -1 : open(path, O_RDWR | O_CLOEXEC)
        defer { if writer >= 0 { close(writer) } }
        let program = try RunningProgram(
            ["forage", "svg-size", "a.svg", pipe == .input ? "-" : "pipe", "--format", "jsonl"], in: place,
            input: pipe == .input ? path : "/dev/null")
        try await program.firstLine()
        program.interrupt()
        let ending = try await program.ending(within: .seconds(20))
        #expect(ending.code == 130)
        // Files that were not reached are not mentioned.
        #expect(ending.output.split(separator: "\n").count == 1)
        #expect(!ending.output.contains(Wording.Pictures.isNotMeasurable))
    }

    @Test("a closed pipe ends the program silently")
    func closedPipe() async throws {
        let place = try Place()
        let script = """
            { "$FORAGE" --sandbox search owl --format json; echo "code $?" >&2; } 2>messages | :
            { "$FORAGE" --help; echo "code $?" >&2; } 2>>messages | :
            cat messages
            """
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: place, environment: ["FORAGE": BuiltPrograms.path(of: "forage")]
        ).ending()
        #expect(ending.output == "code 0\ncode 0\n")
    }

    @Test("head gets its line")
    func head() async throws {
        let script = #""$FORAGE" --sandbox search owl 2>/dev/null | head -n 1"#
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script], in: Place(), environment: ["FORAGE": BuiltPrograms.path(of: "forage")]
        ).ending()
        #expect(ending.outputLines.count == 1)
        #expect(ending.messages.isEmpty)
    }
}
