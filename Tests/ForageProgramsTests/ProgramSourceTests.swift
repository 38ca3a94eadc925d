import ForageCore
import ForageSearch
import ForageTesting
import Foundation
import Testing

@testable import ForagePrograms

@Suite("A provider that is a program")
struct ProgramSourceTests {
    @Test("is asked like any other")
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

    @Test("says why it cannot be asked, which is no failure")
    func unanswerable() async {
        let answer = await answer(of: Samples.provider(answering: #"{"unanswerable": "It only lists."}"#))
        #expect(answer.outcome.result == .skipped("It only lists."))
    }

    @Test("cannot have anybody asked whom it does not declare")
    func strangers() async {
        let line = #"{"endpoint": {"url": "https://elsewhere.example/"}}"#
        let answer = await answer(of: Samples.provider(answering: line))
        #expect(answer.outcome.result.isFailure("https://elsewhere.example"))
    }

    @Test("that misbehaves is stopped, and that is told as its failure", arguments: misbehaviour)
    func misbehaves(step: String, words: String) async {
        var limits = Program.Limits()
        limits.patience = .milliseconds(700)
        limits.greatestAnswer = 10_000
        let answer = await answer(of: Samples.provider(running: step, limits: limits))
        #expect(answer.outcome.result.isFailure(words), "\(answer.outcome.result)")
    }

    static let misbehaviour: [(String, String)] = [
        ("sleep 1000", "took longer than"),
        ("echo garbage", "answered what cannot be used: it is not JSON"),
        ("cat /dev/zero", "more than 10000 bytes"),
        ("echo gone wrong >&2; exit 7", "ended with status 7: gone wrong"),
        ("kill -9 $$", "was ended by signal 9"),
        ("(sleep 1000 & sleep 1000) & sleep 1000", "took longer than"),
        (#"echo '{"endpoint": {}}'"#, "/endpoint/url is missing"),
    ]

    @Test("is refused when it says that it is another one, or speaks otherwise", arguments: descriptions)
    func refuses(description: String, words: String) async {
        let provider = Samples.provider(running: "echo {}", describing: description)
        #expect(await answer(of: provider).outcome.result.isFailure(words))
    }

    static let descriptions: [(String, String)] = [
        (#"{"protocol": 2, "provider": "sample"}"#, "speaks version 2 of the protocol, not 1"),
        (#"{"protocol": 1, "provider": "other"}"#, "says that it is “other”"),
        (#"{"provider": "other"}"#, "/protocol is missing"),
    ]

    @Test("that says nothing is not asked for ever")
    func givenUp() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "starts-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: file) }
        var limits = Program.Limits()
        limits.patience = .milliseconds(300)
        let program = Program(
            command: ["sh", "-c", "echo >> \(file); sleep 1000"], folder: "/", limits: limits)
        let provider = ProgramProvider(Samples.about, program)
        for _ in 0..<10 {
            let fault = #expect(throws: Unanswerable.self) { try provider.endpoint(for: Samples.search) }
            #expect(fault?.description.contains("took longer than") == true)
        }
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "\n\n\n")
    }

    @Test("that leaves a child behind is not waited for")
    func outlived() async {
        var limits = Program.Limits()
        limits.patience = .seconds(600)
        let answer = await answer(of: Samples.provider(running: "sleep 1000 & exit 3", limits: limits))
        #expect(answer.outcome.result.isFailure("ended with status 3"), "\(answer.outcome.result)")
    }

    @Test("that cannot be found fails with the reason")
    func missing() async {
        let provider = ProgramProvider(Samples.about, command: ["./nothing-here"], in: "/")
        #expect(await answer(of: provider).outcome.result.isFailure("ended with status 127"))
    }

    @Test("takes no more memory than it may")
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

    @Test("is ended when nobody waits any more, however long it would take")
    func cancelled() async {
        let provider = Samples.provider(running: "sleep 1000")
        let task = Task { await answer(of: provider) }
        try? await Task.sleep(for: .milliseconds(100))
        task.cancel()
        #expect(await task.value.items.isEmpty)
    }

    @Test("serves many at once, each with a run of its own")
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

    private func answer(of provider: ProgramProvider) async -> SourceAnswer {
        let source = ProgramSource(provider) {
            PureSource(provider: $0, fetcher: RecordingFetcher(Response(body: Array("{}".utf8))))
        }
        return await source.answer(Samples.search, by: .now + .seconds(20))
    }
}

extension Outcome.Result {
    func isFailure(_ words: String) -> Bool {
        if case .failed(let reason) = self { reason.contains(words) } else { false }
    }
}
