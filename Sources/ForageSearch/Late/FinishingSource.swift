internal import ForageCore
internal import Sharing

/// Lets another source finish what it was too late for, so that what it keeps is there for the next search.
///
/// Whoever goes away before the deadline ends it all the same.
struct FinishingSource: Source {
    let source: any Source
    let late: LateAnswers
    var clock = AlarmClock()

    var about: About { source.about }

    func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        let start = ContinuousClock.now
        let (answers, arrival) = AsyncStream<SourceAnswer>.makeStream()
        let task = Task(name: "asking \(about.id)") {
            arrival.yield(await source.answer(request, by: deadline + late.patience))
            arrival.finish()
        }
        let alarm = Task {
            guard await clock.sleep(until: deadline) else { return }
            arrival.finish()
        }
        defer { alarm.cancel() }
        for await answer in answers { return answer }
        if Task.isCancelled, ContinuousClock.now < deadline {
            task.cancel()
            return SourceAnswer(outcome: Outcome(about.id, .cancelled, duration: .now - start))
        }
        late.take(task)
        return SourceAnswer(outcome: Outcome(about.id, .timedOut(about.lateness), duration: .now - start))
    }
}

extension SearchEngine {
    /// The same engine, whose sources finish what they were too late for.
    package func finishing(_ late: LateAnswers) -> SearchEngine {
        var engine = self
        engine.sources = sources.map { FinishingSource(source: $0, late: late, clock: clock) }
        return engine
    }
}
