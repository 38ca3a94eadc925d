import ForageConformance
import ForageCore
import ForageSearch
import Foundation
import TestWording
import Testing

@testable import ForageProviders

@Suite("A provider that runs a program")
struct ProgramSourceTests {
    @Test("the program provides endpoints and pages")
    func answers() async {
        let provider = Samples.provider(
            running:
                #"case $line in *'"do":"endpoint"'*) echo '\#(endpoint)';; *) echo '\#(Samples.page)';; esac"#
        )
        let answer = await answer(of: provider)
        #expect(answer.items.map(\.title) == ["Owl"])
        #expect(answer.next == "2")
        #expect(answer.total == 40)
        #expect(answer.outcome.result == .answered(1))
    }

    @Test("a reason from the program skips the provider, which is not a failure")
    func unanswerable() async {
        let answer = await answer(of: Samples.provider(answering: #"{"unanswerable": "It only lists."}"#))
        #expect(answer.outcome.result == .skipped("It only lists."))
    }

    @Test("a request to an undeclared host is refused")
    func strangers() async {
        let line = #"{"endpoint": {"url": "https://elsewhere.example/"}}"#
        let answer = await answer(of: Samples.provider(answering: line))
        #expect(answer.outcome.result.isFailure("https://elsewhere.example"))
    }

    @Test("a program that misbehaves is stopped and reported as failed", arguments: misbehaviour)
    func misbehaves(step: String, words: String) async {
        var limits = Program.Limits()
        limits.patience = .milliseconds(700)
        limits.greatestAnswer = 10_000
        let answer = await answer(of: Samples.provider(running: step, limits: limits))
        #expect(answer.outcome.result.isFailure(words), "\(answer.outcome.result)")
    }

    static let misbehaviour: [(String, String)] = [
        ("sleep 1000", "took longer than"),
        (
            "printf '\\033[31mgar\\tbage\\n'",
            #"gave an invalid answer: "\u{1B}[31mgar\u{9}bage" is not JSON: "#
        ),
        ("yes garbage | tr -d '\\n'", #"more than 10000 bytes and was stopped; it begins with "garbagegar"#),
        (
            #"printf '%s\n%s\n' '{"endpoint": {"url": "https://api.sample.example/"}}' debugging"#,
            #"wrote unexpected output: "debugging""#
        ),
        ("cat /dev/zero", "more than 10000 bytes"),
        ("echo gone wrong >&2; exit 7", "ended with status 7: gone wrong"),
        ("kill -9 $$", "was ended by signal 9 and gave no reason"),
        ("exec >&-; sleep 1000", "closed its output without an answer and was stopped"),
        ("(sleep 1000 & sleep 1000) & sleep 1000", "took longer than"),
        (#"echo '{"endpoint": {}}'"#, "/endpoint/url is missing"),
    ]

    @Test("a program with another id or protocol is refused", arguments: descriptions)
    func refuses(description: String, words: String) async {
        let provider = Samples.provider(running: "echo {}", describing: description)
        #expect(await answer(of: provider).outcome.result.isFailure(words))
    }

    static let descriptions: [(String, String)] = [
        (#"{"protocol": 2, "provider": "sample"}"#, "uses version 2 of the protocol, not 1"),
        (#"{"protocol": 1, "provider": "other"}"#, "gives its name as “other”"),
        (#"{"provider": "other"}"#, "/protocol is missing"),
    ]

    @Test("a program that gives no answer is started at most three times")
    func givenUp() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "starts-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var limits = Program.Limits()
        limits.patience = .milliseconds(300)
        let program = Program(
            command: ["sh", "-c", "echo >> \(file); sleep 1000"], folder: "/", limits: limits)
        let provider = ProgramProvider(Samples.info, program)
        for _ in 0..<10 {
            let fault = #expect(throws: ProviderError.self) { try provider.endpoint(for: Samples.search) }
            #expect(fault?.description.contains("took longer than") == true)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\n\n\n")
    }

    @Test("a child left by a program is not waited for")
    func outlived() async {
        var limits = Program.Limits()
        limits.patience = .seconds(600)
        let answer = await answer(of: Samples.provider(running: "sleep 1000 & exit 3", limits: limits))
        #expect(answer.outcome.result.isFailure("ended with status 3"), "\(answer.outcome.result)")
    }

    @Test("a program that cannot be started fails with a one-sentence reason", arguments: unstartable)
    func missing(command: String, sentence: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "programs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("#!/no/interpreter\n".utf8).write(to: folder.appending(path: "plain.sh"))
        try Data("#!/no/interpreter\n".utf8).write(to: folder.appending(path: "lost.sh"))
        #expect(chmod(folder.appending(path: "lost.sh").path, 0o700) == 0)
        let provider = ProgramProvider(Samples.info, command: [command], in: folder.path)
        let expected = sentence.replacingOccurrences(of: "FOLDER", with: folder.path)
        #expect(
            await answer(of: provider).outcome.result
                == .failed(Wording.Services.programNotStarted(expected)))
    }

    static let unstartable: [(String, String)] = [
        ("./nothing-here", #""./nothing-here" is not in FOLDER"#),
        ("/nothing/here", #""/nothing/here" does not exist"#),
        ("./plain.sh", #""./plain.sh" is not executable; allow it with chmod +x"#),
        ("/usr", #""/usr" is a folder, not a program"#),
        (
            "nothing-of-the-kind",
            #""nothing-of-the-kind" is not in any folder of PATH; install it, or give its path"#
        ),
        (
            "./lost.sh",
            "the system cannot run it; check that the interpreter named in its first line is installed"
        ),
    ]

    @Test("a program inherits only its three standard streams", .enabled(if: isLinux))
    func descriptors() async throws {
        let inherited = open("/dev/null", O_RDONLY)
        defer { close(inherited) }
        let provider = Samples.provider(running: "echo /proc/self/fd/* >&2; exit 1")
        let outcome = await answer(of: provider).outcome
        // The shell opens one more to read its folder.
        let reason =
            Wording.Services.programEnded(
                1, "/proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2 /proc/self/fd/3")
        #expect(outcome.result == .failed(reason))
    }

    private static var isLinux: Bool {
        #if os(Linux)
            true
        #else
            false
        #endif
    }

    @Test("a program with too many processes is stopped and reported")
    func processes() async {
        var limits = Program.Limits()
        limits.patience = .seconds(60)
        let script = "while :; do sleep 1000 & i=x$i; [ ${#i} -lt 80 ] || wait; done"
        let answer = await answer(of: Samples.provider(running: script, limits: limits))
        #expect(
            answer.outcome.result == .failed("its program ran more than 64 processes at once and was stopped")
        )
    }

    @Test("a program that computes too long is stopped and reported")
    func processorTime() async {
        var limits = Program.Limits()
        limits.patience = .seconds(60)
        limits.greatestProcessorTime = 1
        let answer = await answer(of: Samples.provider(running: "while :; do :; done", limits: limits))
        #expect(
            answer.outcome.result.isFailure(
                "its program used more than 1 s of processor time and was stopped"),
            "\(answer.outcome.result)")
    }

    @Test("the memory of a program is limited")
    func memory() async {
        var limits = Program.Limits()
        limits.greatestMemory = 64 * 1024 * 1024
        let provider = Samples.provider(
            running: "line=$(head -c 200000000 /dev/zero | tr '\\\\0' x)", limits: limits)
        let answer = await answer(of: provider)
        #if os(Linux)
            #expect(answer.outcome.result.isFailure("its program"))
        #endif
    }

    @Test("a program is ended at the deadline, and reported as timed out")
    func late() async {
        var limits = Program.Limits()
        limits.patience = .seconds(600)
        let provider = Samples.provider(running: "sleep 1000", limits: limits)
        let answer = await answer(of: provider, by: .now + .milliseconds(300))
        #expect(answer.outcome.result == .timedOut(Wording.Services.timedOut("Sample")))
    }

    @Test("a program is ended if its caller is cancelled")
    func cancelled() async {
        let provider = Samples.provider(running: "sleep 1000")
        let task = Task { await answer(of: provider) }
        try? await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value.outcome.result == .cancelled)
    }

    @Test("simultaneous requests each have their own run")
    func sideBySide() async {
        let provider = Samples.provider(
            running:
                #"case $line in *'"do":"endpoint"'*) echo '\#(endpoint)';; *) echo '\#(Samples.page)';; esac"#
        )
        let titles = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<8 { group.addTask { await answer(of: provider).items.map(\.title) } }
            return await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        #expect(titles == Array(repeating: ["Owl"], count: 8))
    }

    private let endpoint = #"{"endpoint": {"url": "https://api.sample.example/search"}}"#

    private func answer(
        of provider: ProgramProvider, by deadline: ContinuousClock.Instant = .now + .seconds(20)
    ) async -> SourceAnswer {
        let source = ProgramSource(provider) {
            PureSource(provider: $0, fetcher: StubFetcher(Response(body: Array("{}".utf8))))
        }
        return await source.answer(Samples.search, by: deadline)
    }
}

extension Outcome.Result {
    func isFailure(_ words: String) -> Bool {
        if case .failed(let reason) = self { reason.contains(words) } else { false }
    }
}
