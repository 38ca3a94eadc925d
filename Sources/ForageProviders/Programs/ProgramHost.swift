internal import ForageCore
internal import Platform
internal import Synchronization

/// Runs a provider's program. The program is started with the first question.
final class ProgramHost: Sendable {
    private let program: Program
    private let name: String
    private let channel = Mutex<LineChannel?>(nil)
    /// The state has its own lock, so that a program can be stopped during an exchange.
    private let state = Mutex(State())

    private struct State {
        var process: ChildProcess?
        var fault: ProgramError?
        var isStopped = false
        /// The number of consecutive questions without an answer.
        var silenceCount = 0
    }

    /// - Parameters:
    ///   - program: The program to run.
    ///   - name: The name of the provider, which the program must state.
    init(_ program: Program, name: String) {
        self.program = program
        self.name = name
    }

    /// The number of unanswered questions after which the program is no longer started.
    private static let greatestSilenceCount = 3

    /// The first fault.
    var fault: ProgramError? { state.withLock(\.fault) }

    /// Sends a question to the program, which is started if it is not running.
    ///
    /// - Returns: The value that `read` returns for the answer.
    /// - Throws: ``ProgramError``. The program is then stopped, and restarted with the next question.
    func ask<Answer: Sendable>(
        _ question: Question, _ read: (Reply) throws(DocumentError) -> Answer
    ) throws(ProgramError) -> Answer {
        if let fault = state.withLock({ $0.silenceCount >= Self.greatestSilenceCount ? $0.fault : nil }) {
            throw fault
        }
        do throws(ProgramError) {
            return try channel.withLock { (channel) throws(ProgramError) in
                var current = if let known = channel { known } else { try started() }
                // After a fault the program cannot be used again.
                channel = nil
                let answer = try exchange(question, over: &current, read)
                channel = current
                state.withLock { $0.silenceCount = 0 }
                return answer
            }
        } catch {
            let error = error.withoutKeys(of: program)
            state.withLock {
                $0.fault = $0.fault ?? error
                $0.process = nil
                if error.isSilence { $0.silenceCount += 1 }
            }
            throw error
        }
    }

    /// Stops the program permanently, even during an answer.
    func stop() {
        let process = state.withLock { state in
            state.isStopped = true
            return state.process
        }
        process?.end()
    }

    private func started() throws(ProgramError) -> LineChannel {
        do throws(ProgramError) {
            return try start()
        } catch {
            throw error.asSilence
        }
    }

    private func start() throws(ProgramError) -> LineChannel {
        let process = try startedProcess()
        let isStopped = state.withLock { state in
            state.process = process
            return state.isStopped
        }
        if isStopped { throw ProgramError("was stopped") }
        var channel = LineChannel(process, upTo: program.limits.greatestProcessCount)
        let told = try exchange(.describe, over: &channel) { (reply) throws(DocumentError) in
            try reply.description()
        }
        guard told.version == Question.protocolVersion else {
            throw ProgramError(
                "uses version \(told.version) of the protocol, not \(Question.protocolVersion)")
        }
        guard told.provider == name else {
            throw ProgramError("gives its name as “\(told.provider.asReason)”")
        }
        return channel
    }

    private func startedProcess() throws(ProgramError) -> ChildProcess {
        if let obstacle = program.obstacle { throw ProgramError(obstacle: obstacle) }
        do {
            return try ChildProcess(
                program.shellCommand, environment: program.environment, capturesComplaints: true,
                isWatched: true)
        } catch {
            throw ProgramError(error, program.limits)
        }
    }

    private func exchange<Answer: Sendable>(
        _ question: Question, over channel: inout LineChannel, _ read: (Reply) throws(DocumentError) -> Answer
    ) throws(ProgramError) -> Answer {
        let line: [UInt8]
        do throws(ProcessError) {
            line = try channel.exchange(
                question.line, upTo: program.limits.greatestAnswer, by: .now + program.limits.patience)
        } catch {
            throw ProgramError(error, program.limits)
        }
        do throws(DocumentError) {
            return try read(try Reply(line))
        } catch {
            throw ProgramError(error)
        }
    }
}
