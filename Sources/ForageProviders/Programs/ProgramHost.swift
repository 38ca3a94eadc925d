internal import ForageCore
internal import Platform
internal import Synchronization

/// Runs a provider's program while it is needed: started with the first question, stopped for good reasons.
final class ProgramHost: Sendable {
    private let program: Program
    private let name: String
    private let channel = Mutex<LineChannel?>(nil)
    /// Apart from the conversation, so that it can be ended in the middle.
    private let state = Mutex(State())

    private struct State {
        var process: ChildProcess?
        var fault: ProgramError?
        var isStopped = false
        /// How many questions one after the other took all the time there is, or found no program that would talk.
        var silenceCount = 0
    }

    /// - Parameters:
    ///   - program: What to run.
    ///   - name: The provider that the program must say it is.
    init(_ program: Program, name: String) {
        self.program = program
        self.name = name
    }

    /// A program that hangs would hang each time: it is not tried for ever.
    private static let greatestSilenceCount = 3

    /// What went wrong first.
    var fault: ProgramError? { state.withLock(\.fault) }

    /// Puts a question to the program, which is started if it does not run.
    ///
    /// - Returns: What is read of its answer.
    /// - Throws: ``ProgramError``; the program is stopped then and starts anew with the next question.
    func ask<Answer: Sendable>(
        _ question: Question, _ read: (Reply) throws(DocumentError) -> Answer
    ) throws(ProgramError) -> Answer {
        if let fault = state.withLock({ $0.silenceCount >= Self.greatestSilenceCount ? $0.fault : nil }) {
            throw fault
        }
        do throws(ProgramError) {
            return try channel.withLock { (channel) throws(ProgramError) in
                var current = if let known = channel { known } else { try started() }
                // After a fault it is in no state to be talked with.
                channel = nil
                let answer = try exchange(question, over: &current, read)
                channel = current
                state.withLock { $0.silenceCount = 0 }
                return answer
            }
        } catch {
            state.withLock {
                $0.fault = $0.fault ?? error
                $0.process = nil
                if error.isSilence { $0.silenceCount += 1 }
            }
            throw error
        }
    }

    /// Ends the program for good, also in the middle of an answer.
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
                "speaks version \(told.version) of the protocol, not \(Question.protocolVersion)")
        }
        guard told.provider == name else { throw ProgramError("says that it is “\(told.provider.asReason)”") }
        return channel
    }

    private func startedProcess() throws(ProgramError) -> ChildProcess {
        if let obstacle = program.obstacle { throw ProgramError(obstacle: obstacle) }
        do {
            return try ChildProcess(
                program.shellCommand, environment: Program.environment, capturesComplaints: true,
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
