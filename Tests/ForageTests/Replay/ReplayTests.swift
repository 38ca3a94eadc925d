import ForageConformance
import ForageCore
import Platform
import TestDoubles
import TestWording
import Testing

@testable import Forage
@testable import ForageTransport

@Suite("Replaying a search")
struct ReplayTests {
    /// A source whose answers cannot be read again.
    private let unread = StubSource(.sample()) { _, _ in SourceAnswer(outcome: Outcome(.birds, .empty)) }

    private func fetch(_ replay: Replay, _ endpoint: Endpoint = .sample) async throws -> String {
        let fetched = try await RequestPipeline(nil, tape: replay).fetch(endpoint, for: .sample(), by: .now)
        return String(decoding: fetched.response.body, as: UTF8.self)
    }

    @Test("repeated requests get the recorded answers in order, and then none")
    func repeated() async throws {
        let replay = Replay(
            try .sample(
                exchanges: ["1", "2"].map {
                    Exchange(.birds, .sample, after: 2500, .answer(.sample($0), .network))
                }))
        #expect(try await fetch(replay) == "1")
        #expect(try await fetch(replay) == "2")
        #expect(replay.times.now(for: .birds) == replay.bundle.start.addingTimeInterval(2.5))
        await #expect(throws: FetchError.self) { try await fetch(replay) }
    }

    @Test("a request that was not recorded fails with its address, without its keys")
    func unknown() async throws {
        let replay = Replay(try .sample())
        do throws(FetchError) {
            _ = try await RequestPipeline(nil, tape: replay).fetch(.sample, for: .sample(), by: .now)
        } catch {
            #expect(
                error
                    == .unreachable(
                        "the recording has no answer to this request to https://api.example.org/birds?q=owl"))
        }
    }

    @Test("a request cut short by an interruption is cancelled")
    func interrupted() async throws {
        var bundle = try ReplayBundle.sample(
            arrivals: [Arrival(provider: .birds, duration: .seconds(2), ending: .cancelled)])
        bundle.interruption = .user
        let replay = Replay(bundle)
        await #expect(throws: FetchError.cancelled) { try await fetch(replay) }
        let answer = await TapedSource(unread, isReadable: false, on: replay)
            .answer(.details(ItemID(provider: .birds, local: "1")), by: .now + .seconds(9))
        #expect(answer.outcome == Outcome(.birds, .cancelled, duration: .seconds(2)))
    }

    @Test("a file is found by its path, from any source")
    func file() async throws {
        let confined = Endpoint.file(FileSetting(path: "/list.json", isConfined: true))
        let replay = Replay(
            try .sample(exchanges: [Exchange(.birds, confined, after: 0, .answer(.sample("list"), .file))]))
        #expect(try await fetch(replay, .file(FileSetting(path: "/list.json"))) == "list")
    }

    @Test("answers arrive in the recorded order with the recorded durations")
    func order() async throws {
        let arrivals = [
            Arrival(provider: .trees, duration: .seconds(3), ending: .answered),
            Arrival(provider: .birds, duration: .seconds(2), ending: .late),
        ]
        let replay = Replay(try .sample(arrivals: arrivals))
        let answer = SourceAnswer(outcome: Outcome(.trees, .empty))
        let trees = TapedSource(StubSource(.sample(.trees)) { _, _ in answer }, on: replay)
        let birds = TapedSource(unread, isReadable: false, on: replay)
        let request = ProviderRequest.details(ItemID(provider: .birds, local: "1"))
        async let second = birds.answer(request, by: .now + .seconds(9))
        let first = await trees.answer(request, by: .now + .seconds(9))
        for await _ in replay.playing(AsyncStream.of([.ended(first.outcome)])) {}
        #expect(first.outcome.duration == .seconds(3))
        #expect(await second.outcome.duration == .seconds(2))
        #expect(await second.outcome.result == .timedOut(Wording.Services.timedOut("Birds")))
        #expect(replay.readings.map(\.answer.outcome.provider) == [.trees])
    }

    @Test(
        "a wait for another provider ends when it ends, and when cancelled",
        .timeLimit(.minutes(1)),
        arguments: [false, true])
    func turns(isCancelled: Bool) async throws {
        let arrivals = [ProviderID.trees, .birds].map {
            Arrival(provider: $0, duration: .seconds(1), ending: .answered)
        }
        // The end comes before the wait, while it begins, and during it.
        for _ in 0..<200 {
            let replay = Replay(try .sample(arrivals: arrivals))
            let waiting = Task { await replay.waitForTurn(of: 1, for: .seconds(3600)) }
            if isCancelled {
                waiting.cancel()
            } else {
                for await _ in replay.playing(AsyncStream.of([.ended(Outcome(.trees, .empty))])) {}
            }
            await waiting.value
        }
    }

    @Test("a question that was not recorded fails, and no program is started")
    func unscripted() async throws {
        let replay = Replay(
            try .sample(arrivals: [Arrival(provider: .birds, duration: .seconds(2), ending: .answered)]))
        let source = TapedSource(unread, isReadable: false, on: replay)
        for words in [
            "the input of its program was not recorded", "the recording has no answer to this request",
        ] {
            let answer = await source.answer(
                .details(ItemID(provider: .birds, local: "1")), by: .now + .seconds(9))
            #expect(answer.outcome.result == .failed(words))
        }
    }

    @Test("the report has the recorded duration")
    func duration() async throws {
        let replay = Replay(try .sample())
        let report = Report(
            query: try Query("owl"), items: [], outcomes: [], next: nil, duration: .milliseconds(1))
        var durations: [Duration] = []
        for await event in replay.playing(AsyncStream.of([.finished(report)])) {
            guard case .finished(let report) = event else { continue }
            durations.append(report.duration)
        }
        #expect(durations == [.nanoseconds(1_234_567_890)])
    }

    @Test("late providers have their recorded duration for all pages, and skipped ones none")
    func late() async throws {
        let replay = Replay(
            try .sample(arrivals: [
                Arrival(provider: .birds, duration: .seconds(2), ending: .answered),
                Arrival(provider: .birds, duration: .seconds(3), ending: .late),
            ]))
        let answered = Outcome(.birds, .answered(1), duration: .seconds(2))
        let late = Outcome(
            .birds, .answered(1),
            notes: [.incomplete(Wording.Results.furtherPage(ProviderInfo.sample().timeoutMessage))],
            duration: .milliseconds(2_001))
        let notAsked = Outcome(.trees, .skipped(Wording.Results.notEnabled))
        let report = Report(
            query: try Query("owl"), items: [], outcomes: [late, notAsked], next: nil, duration: .zero)
        var durations: [Duration] = []
        for await event in replay.playing(
            AsyncStream.of([.ended(notAsked), .ended(answered), .ended(late), .finished(report)]))
        {
            switch event {
            case .ended(let outcome): durations.append(outcome.duration)
            case .finished(let report): durations += report.outcomes.map(\.duration)
            default: break
            }
        }
        #expect(durations == [.zero, .seconds(2), .seconds(5), .seconds(5), .zero])
    }

    @Test("an unchanged cursor gets its recorded seal")
    func sealing() async throws {
        var bundle = try ReplayBundle.sample()
        bundle.next = .init(plain: "here", sealed: "here, sealed")
        let replay = Replay(bundle)
        for (next, expected) in [("here", "here, sealed"), ("elsewhere", "elsewhere")] {
            let report = Report(
                query: try Query("owl"), items: [], outcomes: [], next: next, duration: .zero)
            var cursors: [String?] = []
            for await event in replay.playing(AsyncStream.of([.finished(report)])) {
                guard case .finished(let report) = event else { continue }
                cursors.append(report.next)
            }
            #expect(cursors == [expected])
        }
    }

    @Test("pictures not measured in the recording are not measured in the replay")
    func measuring() async throws {
        struct Ruler: Measurer {
            func size(
                of url: WebURL, by deadline: ContinuousClock.Instant
            ) async throws(MeasuringError) -> PixelSize {
                guard let size = PixelSize(width: 3, height: 2) else { throw MeasuringError("no size") }
                return size
            }
        }
        var bundle = try ReplayBundle.sample()
        bundle.measured = ["https://example.org/1.svg"]
        let ruler = TapedMeasurer(Ruler(), on: Replay(bundle))
        #expect(try await ruler.size(of: "https://example.org/1.svg", by: .now).width == 3)
        await #expect(throws: MeasuringError(Wording.Services.timedOut("example.org"))) {
            try await ruler.size(of: "https://example.org/2.svg", by: .now)
        }
        bundle.interruption = .user
        let cutShort = TapedMeasurer(Ruler(), on: Replay(bundle))
        await #expect(throws: MeasuringError.interrupted) {
            try await cutShort.size(of: "https://example.org/2.svg", by: .now)
        }
    }

    @Test("only recorded signatures are available")
    func signing() throws {
        var bundle = try ReplayBundle.sample()
        #expect(Replay(bundle).signer(nil) == nil)
        bundle.signatures = ["owl": "s--1--"]
        let signer = try #require(Replay(bundle).signer(nil))
        #expect(try signer.signature(of: "owl") == "s--1--")
        #expect(throws: ReplayError.notSigned) { try signer.signature(of: "fox") }
    }
}
