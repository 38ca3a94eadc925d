import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import TestWording
import Testing

@Suite struct DeadlineTests {
    private let query: Query
    private let quick: StubSource
    private let gate = Gate()

    init() throws {
        query = try Query("owl")
        quick = StubSource(.sample("quick"), items: try Item.samples("quick", 1...3))
    }

    /// Ends when it is cancelled, like a transfer.
    private let patient = StubSource(.sample("patient")) { _, _ in
        try? await Task.sleep(for: .seconds(600))
        return SourceAnswer(outcome: Outcome("patient", .cancelled))
    }

    @Test("a source without an answer at the deadline has timed out, and the others' results remain")
    func deadline() async throws {
        let report = try await SearchEngine(sources: [patient, quick])
            .report(query, within: .milliseconds(500))
        #expect(try report.outcome(of: "patient").result == .timedOut(Wording.Services.timedOut("patient")))
        #expect(report.items.count == 3)
    }

    @Test("a source that ignores cancellation delays neither the report nor its reader")
    func silent() async throws {
        let silent = StubSource(.sample("silent"), behind: gate)
        let report = try await SearchEngine(sources: [silent, quick])
            .report(query, within: .milliseconds(500))
        #expect(try report.outcome(of: "silent").result == .timedOut(Wording.Services.timedOut("silent")))
        #expect(report.items.count == 3)
        gate.open()
    }

    @Test("a source's deadline is a little earlier than that of the search, so that it can give a reason")
    func ownWords() async throws {
        let mindful = StubSource(.sample("mindful")) { _, deadline in
            let hasTimeForWords = deadline <= .now + .seconds(600) - .milliseconds(100)
            return SourceAnswer(
                outcome: Outcome("mindful", hasTimeForWords ? .timedOut("waiting for a connection") : .empty))
        }
        let report = try await SearchEngine(sources: [mindful]).report(query, within: .seconds(600))
        #expect(report.outcomes.map(\.result) == [.timedOut("waiting for a connection")])
    }

    @Test("a source with a shorter timeout does not delay the rest")
    func ownTimeout() async throws {
        let silent = StubSource(.sample("silent"), behind: gate)
        let engine = SearchEngine(sources: [silent, quick], timeouts: ["silent": .milliseconds(50)])
        let report = try await engine.report(query, within: .seconds(600))
        #expect(try report.outcome(of: "silent").isFailure)
        #expect(report.items.count == 3)
        gate.open()
    }

    @Test("cancelling a search reports every unfinished source as cancelled, even one that ignores it")
    func cancelledReader() async throws {
        let silent = StubSource(.sample("silent"), behind: gate)
        let engine = SearchEngine(sources: [silent, patient, quick])
        let (quickEnded, reading) = (Gate(), query)
        let reader = Task {
            var report: Report?
            for await event in engine.search(reading, within: .seconds(600)) {
                if case .ended(let outcome) = event, outcome.provider == "quick" { quickEnded.open() }
                if case .finished(let finished) = event { report = finished }
            }
            return report
        }
        await quickEnded.pass()
        reader.cancel()
        let report = try await reader.value.orThrow()
        #expect(report.outcomes.map(\.result) == [.cancelled, .cancelled, .answered(3)])
        #expect(report.items.count == 3)
        gate.open()
    }

    @Test("releasing the events cancels the sources")
    func abandoned() async throws {
        let cancelled = Gate()
        let witness = StubSource(.sample("witness")) { _, _ in
            await withTaskCancellationHandler {
                try? await Task.sleep(for: .seconds(600))
            } onCancel: {
                cancelled.open()
            }
            return SourceAnswer(outcome: Outcome("witness", .cancelled))
        }
        for await _ in SearchEngine(sources: [witness]).search(query, within: .seconds(600)) { break }
        await cancelled.pass()
    }

    @Test("the details of an item time out, even if the source ignores cancellation")
    func details() async throws {
        let engine = SearchEngine(sources: [StubSource(.sample("silent"), behind: gate)])
        let answer = await engine.details(
            of: ItemID(provider: "silent", local: "1"), within: .milliseconds(50))
        #expect(answer.outcome.result == .timedOut(Wording.Services.timedOut("silent")))
        gate.open()
    }
}
