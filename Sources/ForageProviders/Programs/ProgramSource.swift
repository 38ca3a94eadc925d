internal import Dispatch
public import ForageCore
internal import Synchronization

/// What the engine asks of a provider that is a program: its hooks run where nobody else has to wait for them.
public struct ProgramSource: Source {
    private let provider: ProgramProvider
    private let asking: @Sendable (any Provider) -> any Source

    /// Joins a program with what asks a service through it.
    ///
    /// - Parameters:
    ///   - provider: The program.
    ///   - asking: Makes what asks a provider's service.
    public init(_ provider: ProgramProvider, asking: @escaping @Sendable (any Provider) -> any Source) {
        self.provider = provider
        self.asking = asking
    }

    /// What the provider is.
    public var about: About { provider.about }

    /// Asks the service, with a run of the program that serves this answer alone.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - deadline: When the answer is of no more use.
    /// - Returns: The items and how it ended. What the program did wrong is a failure, whatever came of it.
    public func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer
    {
        let own = provider.anew
        defer { own.host.stop() }
        // While there is still time to say so, and for others to have something in its place.
        let isLate = Mutex(false)
        let alarm = Task {
            try await Task.sleep(until: deadline)
            if own.host.fault == nil { isLate.withLock { $0 = true } }
            own.host.stop()
        }
        defer { alarm.cancel() }
        let answer = await withTaskCancellationHandler {
            await withTaskExecutorPreference(OwnThread()) {
                await asking(own).answer(request, by: deadline)
            }
        } onCancel: {
            own.host.stop()
        }
        guard let fault = own.host.fault else { return answer }
        // Then it did not end by itself.
        let result: Outcome.Result =
            Task.isCancelled
            ? .cancelled : isLate.withLock(\.self) ? .timedOut(about.lateness) : .failed(fault.description)
        var outcome = Outcome(about.id, result)
        outcome.duration = answer.outcome.duration
        return SourceAnswer(outcome: outcome)
    }
}

/// Runs tasks one after the other on a thread apart from those that everything else shares.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "forage.program")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
