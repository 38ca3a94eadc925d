internal import ForageCore
internal import Platform

/// What is under way that nobody waits for any more: answers that were too late for their search and will be there for
/// the next. So many at most, each for so long.
package struct LateAnswers: Sendable {
    /// How long an answer may take beyond its search.
    let patience: Duration
    private let limit: Int
    private let tasks = OpenTasks()

    /// - Parameters:
    ///   - limit: How many may be under way.
    ///   - patience: How long one may take beyond its search.
    package init(upTo limit: Int = 32, within patience: Duration = .seconds(15)) {
        self.limit = limit
        self.patience = patience
    }

    /// Takes over what nobody waits for; one too many is given up.
    func take(_ task: Task<Void, Never>) { tasks.take(task, upTo: limit) }

    /// How many are under way.
    package var count: Int { tasks.count }

    /// Gives up all of them, and whatever would come.
    package func giveUp() { tasks.end() }
}

/// Lets another source finish what it was too late for, so that what it keeps is there for the next search.
///
/// Whoever goes away before the deadline ends it all the same.
struct FinishingSource: Source {
    let source: any Source
    let late: LateAnswers
    var clock = AlarmClock()

    var info: ProviderInfo { source.info }

    func answer(
        _ request: ProviderRequest, by deadline: ContinuousClock.Instant
    ) async -> SourceAnswer {
        let start = ContinuousClock.now
        let (answers, arrival) = AsyncStream<SourceAnswer>.makeStream()
        let task = Task(name: "asking \(info.id)") {
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
            return SourceAnswer(outcome: Outcome(info.id, .cancelled, duration: .now - start))
        }
        late.take(task)
        return SourceAnswer(outcome: Outcome(info.id, .timedOut(info.lateness), duration: .now - start))
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
