internal import Dispatch
public import ForageCore
internal import Synchronization

/// A provider whose hooks are run by its own program, in any language.
///
/// The program reads and writes lines of JSON. The core performs requests, and manages keys and the cache. The program
/// is started with the first question. A hook takes as long as its program, so the source of such a provider runs on
/// its own thread: ``ProgramSource``.
public struct ProgramProvider: Provider {
    /// The description of the provider, as shown when it was installed. The program cannot change it.
    public let info: ProviderInfo
    let host: ProgramHost
    private let program: Program

    /// Creates a provider from its description and its program.
    ///
    /// - Parameters:
    ///   - info: The description of the provider.
    ///   - command: The program and its arguments.
    ///   - folder: The working directory, to which a relative path in the command refers.
    ///   - memory: The maximum memory in mebibytes.
    ///   - keyNames: The names of the keys that the program itself gets, in the variables that they declare.
    public init(
        _ info: ProviderInfo, command: [String], in folder: String, memory: Int = 1024,
        keyNames: [String] = []
    ) {
        var program = Program(command: command, folder: folder, keyNames: keyNames)
        program.limits.greatestMemory = memory * 1024 * 1024
        self.init(info, program)
    }

    init(_ info: ProviderInfo, _ program: Program) {
        self.info = info
        self.program = program
        host = ProgramHost(program, name: info.id.name)
    }

    /// Returns a copy whose program gets the keys that it asks for, as far as they are set.
    package func receiving(_ secret: (_ name: String) -> Secret?) -> ProgramProvider {
        var program = program
        for key in info.keys where program.keyNames.contains(key.name) {
            program.keys[key.variable] = secret(key.name)
        }
        return ProgramProvider(info, program)
    }

    /// A copy of this provider with a separate run of its program.
    var freshCopy: ProgramProvider { ProgramProvider(info, program) }

    /// The reason why the program cannot be started, such as a missing file; nil if none is known.
    package var obstacle: String? { program.obstacle }

    /// Requests an endpoint from the program.
    public func endpoint(for request: ProviderRequest) throws(ProviderError) -> Endpoint {
        let answer: Result<Endpoint, ProviderError>
        do {
            answer = try host.ask(.endpoint(request)) { (reply) throws(DocumentError) in
                try reply.endpoint(of: info).withoutKeys(of: program)
            }
        } catch {
            throw .unanswerable(error.description)
        }
        return try answer.get()
    }

    /// Passes an answer to the program for decoding.
    public func decode(_ response: Response, for request: ProviderRequest) throws(ProviderError) -> Step {
        let answer: Result<Step, ProviderError>
        do {
            answer = try host.ask(.decode(response, request)) { (reply) throws(DocumentError) in
                try reply.step(of: info).withoutKeys(of: program)
            }
        } catch {
            throw .unreadable(error.description)
        }
        return try answer.get()
    }
}

extension Result where Failure == ProviderError {
    /// The same result; a reason that the program gave is without its keys.
    fileprivate func withoutKeys(of program: Program) -> Self {
        mapError { error in
            switch error {
            case .unanswerable(let reason): .unanswerable(program.withoutKeys(reason))
            case .unreadable(let reason): .unreadable(program.withoutKeys(reason))
            default: error
            }
        }
    }
}

/// A source for a provider that is a program. Its hooks run on a thread that nothing else waits for.
public struct ProgramSource: Source {
    private let provider: ProgramProvider
    private let asking: @Sendable (any Provider) -> any Source

    /// Creates a source from a program and a source of its service.
    ///
    /// - Parameters:
    ///   - provider: The program.
    ///   - asking: Creates the source that requests answers from a provider's service.
    public init(_ provider: ProgramProvider, asking: @escaping @Sendable (any Provider) -> any Source) {
        self.provider = provider
        self.asking = asking
    }

    /// The description of the provider.
    public var info: ProviderInfo { provider.info }

    /// Requests an answer from the service, with a separate run of the program.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The time after which the answer is useless.
    /// - Returns: The items and the outcome. If the program fails, the outcome is a failure.
    public func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer
    {
        let own = provider.freshCopy
        defer { own.host.stop() }
        // The program is stopped early enough for the timeout to be reported and for other answers to be shown.
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
        // The program was stopped from outside.
        let result: Outcome.Result =
            Task.isCancelled
            ? .cancelled
            : isLate.withLock(\.self) ? .timedOut(info.timeoutMessage) : .failed(fault.description)
        var outcome = Outcome(info.id, result)
        outcome.duration = answer.outcome.duration
        return SourceAnswer(outcome: outcome)
    }
}

/// An executor that runs tasks one after another on its own thread.
private final class OwnThread: TaskExecutor {
    private let queue = DispatchQueue(label: "forage.program")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
