import ForageCore
import Synchronization
import TestWording
import Testing

@testable import ForageSearch

@Suite("Sources that continue after the deadline", .timeLimit(.minutes(1)))
struct LateAnswersTests {
    /// A source that answers when its gate opens, and records its deadlines and how it ended.
    private final class Slow: Source {
        let info = ProviderInfo.sample("slow")
        private let gate = AsyncStream<Void>.makeStream()
        let deadlines = Mutex<[ContinuousClock.Instant]>([])
        let wasCancelled = AsyncStream<Bool>.makeStream()

        func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer {
            deadlines.withLock { $0.append(deadline) }
            for await _ in gate.stream { break }
            wasCancelled.continuation.yield(Task.isCancelled)
            return SourceAnswer(outcome: Outcome("slow", .empty))
        }

        func open() { gate.continuation.finish() }

        /// The ending of the first request.
        var ending: Bool? {
            get async { await wasCancelled.stream.first { _ in true } }
        }
    }

    private let slow = Slow()
    private let request = ProviderRequest.browse(Browse(), PageRequest(size: 1))

    @Test("an answer in time is returned")
    func inTime() async {
        let late = LateAnswers()
        slow.open()
        let answer = await FinishingSource(source: slow, late: late).answer(request, by: .now + .seconds(30))
        #expect(answer.outcome.result == .empty)
        #expect(late.count == 0)
    }

    @Test("a late source is not waited for, and continues with its own time limit")
    func tooLate() async {
        let late = LateAnswers(within: .seconds(20))
        let deadline = ContinuousClock.now + .milliseconds(50)
        let answer = await FinishingSource(source: slow, late: late).answer(request, by: deadline)
        #expect(answer.outcome.result == .timedOut(Wording.Services.timedOut("slow")))
        #expect(slow.deadlines.withLock(\.self) == [deadline + .seconds(20)])
        #expect(late.count == 1)
        slow.open()
        #expect(await slow.ending == false)
        while late.count > 0 { await Task.yield() }
    }

    @Test("cancelling the caller before the deadline ends the source")
    func left() async {
        let late = LateAnswers()
        let source = FinishingSource(source: slow, late: late)
        let task = Task { await source.answer(request, by: .now + .seconds(30)) }
        while slow.deadlines.withLock(\.isEmpty) { await Task.yield() }
        task.cancel()
        #expect(await task.value.outcome.result == .cancelled)
        #expect(await slow.ending == true)
        #expect(late.count == 0)
    }

    @Test("a source beyond the limit is cancelled")
    func bounded() async {
        let late = LateAnswers(upTo: 0)
        _ = await FinishingSource(source: slow, late: late).answer(request, by: .now)
        #expect(await slow.ending == true)
        #expect(late.count == 0)
    }

    @Test("giving up cancels all late sources, and every later one")
    func givenUp() async {
        let late = LateAnswers()
        _ = await FinishingSource(source: slow, late: late).answer(request, by: .now)
        late.giveUp()
        #expect(await slow.ending == true)
        let other = Slow()
        _ = await FinishingSource(source: other, late: late).answer(request, by: .now)
        #expect(await other.ending == true)
    }
}
