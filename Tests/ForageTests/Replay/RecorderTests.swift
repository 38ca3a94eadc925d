import ForageConformance
import ForageCore
import Platform
import TestDoubles
import TestWording
import Testing

@testable import Forage
@testable import ForageTransport

@Suite("Recording a search")
struct RecorderTests {
    private let recorder = Recorder { $0.replacing("secret", with: "******") }

    private func bundle() throws -> ReplayBundle {
        try recorder.bundle(
            .item(ItemID(provider: .birds, local: "1")), form: .init(.json, fields: nil), version: "1",
            settings: { "{\"asked\": \($0.count)}" },
            definitions: [.birds: DefinitionFile(path: "b.json", text: "{}")], duration: .seconds(1))
    }

    private struct Answering: Fetcher {
        let result: Result<Fetched, FetchError>

        func fetch(
            _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
        ) async throws(FetchError) -> Fetched { try result.get() }
    }

    @discardableResult
    private func fetch(_ result: Result<Fetched, FetchError>) async throws -> Fetched {
        try await RequestPipeline(Answering(result: result), tape: recorder)
            .fetch(.sample, for: .sample(), by: .now + .seconds(9))
    }

    @Test("an answer is passed on unchanged, and recorded without keys, cookies and unknown headers")
    func redacted() async throws {
        let headers: Headers = [
            "Set-Cookie": "id=1", "Link": "<https://x.example/?k=secret>", "X-Total": "3",
            "Authorization": "x", "ETag": "\"1\"",
        ]
        let response = Response.sample("{\"echo\": \"secret\"}", headers)
        #expect(try await fetch(.success(Fetched(response, origin: .network))).response == response)
        guard case .answer(let written, .network) = try bundle().exchanges.first?.ending else {
            Issue.record("nothing was written down")
            return
        }
        #expect(String(decoding: written.body, as: UTF8.self) == "{\"echo\": \"******\"}")
        #expect(written.headers.fields.map(\.name) == ["Link", "X-Total"])
        #expect(written.headers["Link"] == "<https://x.example/?k=******>")
    }

    @Test("a failure is recorded and passed on")
    func failure() async throws {
        await #expect(throws: FetchError.timedOut("slow")) { try await fetch(.failure(.timedOut("slow"))) }
        #expect(try bundle().exchanges.map(\.ending) == [.failure(.timedOut("slow"))])
    }

    @Test("answers beyond the size limit are refused, and not stored meanwhile")
    func tooMuch() async throws {
        let long = Response(body: [UInt8](repeating: 32, count: 12 << 20))
        for _ in 0..<3 { try await fetch(.success(Fetched(long, origin: .network))) }
        #expect(throws: ReplayError.self) { try bundle() }
    }

    @Test("the order, the duration and the outcome of every provider are recorded")
    func endings() async throws {
        let answer = SourceAnswer(outcome: Outcome(.birds, .empty, duration: .seconds(1)))
        let source = TapedSource(StubSource(.sample()) { _, _ in answer }, on: recorder)
        let events: [SearchEvent] = [
            .began([.trees, .birds]), .ended(Outcome("off", .skipped(Wording.Results.notEnabled))),
            .ended(Outcome(.birds, .empty, duration: .seconds(1))),
        ]
        _ = await source.answer(.details(ItemID(provider: .birds, local: "1")), by: .now + .seconds(9))
        for await _ in recorder.watching(AsyncStream.of(events)) {}
        let bundle = try bundle()
        #expect(bundle.asked == [.trees, .birds])
        #expect(bundle.settings == "{\"asked\": 2}")
        #expect(bundle.definitions.map(\.path) == ["b.json"])
        #expect(bundle.skipped.map(\.provider) == ["off"])
        #expect(bundle.arrivals == [Arrival(provider: .birds, duration: .seconds(1), ending: .answered)])
    }

    @Test("an answer after the deadline is recorded as late")
    func late() async throws {
        let answer = SourceAnswer(outcome: Outcome(.birds, .empty, duration: .seconds(9)))
        let source = TapedSource(StubSource(.sample()) { _, _ in answer }, on: recorder)
        for _ in 0..<2 {
            _ = await source.answer(.details(ItemID(provider: .birds, local: "1")), by: .now + .seconds(9))
        }
        recorder.note(
            Outcome(.birds, .timedOut(ProviderInfo.sample().timeoutMessage), duration: .seconds(5)))
        recorder.note(Outcome(.birds, .failed("enough"), duration: .seconds(6)))
        #expect(try bundle().arrivals.map(\.ending) == [.late, .late])
        #expect(try bundle().arrivals.map(\.duration) == [.seconds(5), .seconds(1)])
    }

    @Test("a provider stopped by an interruption is recorded as cancelled, even on a further page")
    func cancelled() async throws {
        let cancelled = SourceAnswer(outcome: Outcome(.birds, .cancelled, duration: .seconds(1)))
        let source = TapedSource(
            StubSource(.sample()) { _, _ in cancelled }, on: recorder)
        for _ in 0..<3 {
            _ = await source.answer(.details(ItemID(provider: .birds, local: "1")), by: .now + .seconds(9))
        }
        recorder.note(Outcome(.birds, .cancelled, duration: .seconds(1)))
        recorder.note(Outcome(.birds, .cancelled, duration: .seconds(9)))
        recorder.note(
            Outcome(
                .birds, .answered(3), notes: [.incomplete(Wording.Results.furtherPage("cancelled"))],
                duration: .seconds(12)))
        #expect(try bundle().arrivals.map(\.ending) == [.cancelled, .cancelled, .cancelled])
    }

    @Test("answers of programs and of the index are recorded whole")
    func brought() async throws {
        var answer = SourceAnswer(outcome: Outcome(.birds, .empty, duration: .seconds(1)))
        for (honoured, isReadable) in [(nil, false), (Set<Filter.Name>(), true)] {
            answer.honoured = honoured
            let source = TapedSource(
                StubSource(.sample()) { [answer] _, _ in answer }, isReadable: isReadable, on: recorder)
            _ = await source.answer(.details(ItemID(provider: .birds, local: "1")), by: .now + .seconds(9))
        }
        recorder.note(Outcome(.birds, .empty, duration: .seconds(1)))
        recorder.note(Outcome(.birds, .empty, duration: .seconds(2)))
        for arrival in try bundle().arrivals {
            guard case .brought = arrival.ending else {
                Issue.record("\(arrival)")
                continue
            }
        }
    }
}
