internal import ForageCore
internal import Platform

/// The answers that were too late for their search and will be available to the next. Their number and time are
/// limited.
package struct LateAnswers: Sendable {
    /// The additional time for an answer after its search.
    let patience: Duration
    private let limit: Int
    private let tasks = OpenTasks()

    /// - Parameters:
    ///   - limit: The maximum number of pending answers.
    ///   - patience: The additional time for an answer after its search.
    package init(upTo limit: Int = 32, within patience: Duration = .seconds(15)) {
        self.limit = limit
        self.patience = patience
    }

    /// Takes over a task that its search no longer waits for; beyond the limit, the task is cancelled.
    func take(_ task: Task<Void, Never>) { tasks.take(task, upTo: limit) }

    /// The number of pending answers.
    package var count: Int { tasks.count }

    /// Cancels all pending answers and all future ones.
    package func giveUp() { tasks.end() }
}

/// A source that lets another one finish after its search, so that its stored answer is available to the next search.
///
/// A search that is cancelled before the deadline still cancels it.
struct FinishingSource: Source {
    let source: any Source
    let late: LateAnswers
    var clock = SleepTimer()

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
        return SourceAnswer(outcome: Outcome(info.id, .timedOut(info.timeoutMessage), duration: .now - start))
    }
}

extension SearchEngine {
    /// Returns the same engine with sources that finish after their search.
    package func finishing(_ late: LateAnswers) -> SearchEngine {
        var engine = self
        engine.sources = sources.map { FinishingSource(source: $0, late: late, clock: clock) }
        return engine
    }
}
