internal import Dispatch
public import ForageCore
internal import Synchronization

/// A provider whose hooks are run by a program of its own, in whatever language.
///
/// The program gets and gives lines of JSON; requests, keys and the cache stay with the core. It is started with the
/// first question. A hook may take as long as its program takes, so what asks a service through it runs
/// on a thread of its own: ``ProgramSource``.
public struct ProgramProvider: Provider {
    /// What it is, as the person who installed it was told; the program cannot change that.
    public let info: ProviderInfo
    let host: ProgramHost
    private let program: Program

    /// Describes a provider and the program that does its work.
    ///
    /// - Parameters:
    ///   - info: What it is.
    ///   - command: The program and its arguments.
    ///   - folder: Where it runs, and where a path in the command begins.
    ///   - memory: The most memory that it may ask for, in mebibytes.
    public init(_ info: ProviderInfo, command: [String], in folder: String, memory: Int = 1024) {
        var program = Program(command: command, folder: folder)
        program.limits.greatestMemory = memory * 1024 * 1024
        self.init(info, program)
    }

    init(_ info: ProviderInfo, _ program: Program) {
        self.info = info
        self.program = program
        host = ProgramHost(program, name: info.id.name)
    }

    /// The same provider with a run of its program to itself.
    var anew: ProgramProvider { ProgramProvider(info, program) }

    /// Why the program cannot be started, such as that it is not there; nil if nothing is known against it.
    package var obstacle: String? { program.obstacle }

    /// Asks the program where to ask.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let answer: Result<Endpoint, ProviderError>
        do {
            answer = try host.ask(.endpoint(request)) { (reply) throws(DocumentError) in
                try reply.endpoint(of: info)
            }
        } catch {
            throw .unanswerable(error.description)
        }
        return try answer.get()
    }

    /// Hands the program an answer to read.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        let answer: Result<Step, ProviderError>
        do {
            answer = try host.ask(.decode(response, request)) { (reply) throws(DocumentError) in
                try reply.step(of: info)
            }
        } catch {
            throw .unreadable(error.description)
        }
        return try answer.get()
    }
}

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
    public var info: ProviderInfo { provider.info }

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
            ? .cancelled : isLate.withLock(\.self) ? .timedOut(info.lateness) : .failed(fault.description)
        var outcome = Outcome(info.id, result)
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
