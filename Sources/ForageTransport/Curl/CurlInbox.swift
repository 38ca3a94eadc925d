internal import Synchronization

/// The commands from tasks to the engine's thread. No command is lost, whichever side starts first: it is carried out,
/// or refused once the inbox is closed.
final class CurlInbox: Sendable {
    enum Command: Sendable {
        case start(Transfer, Ticket, Listener)
        case cancel(Ticket)
        /// Resumes a transfer whose reader has room again.
        case resume(Ticket)
        case shutDown(CheckedContinuation<Void, Never>?)
    }

    typealias Ticket = Int

    private struct State {
        var commands: [Command] = []
        /// The bell that wakes the engine's thread; nil while the thread is working.
        var bell: CurlWakeup?
        var closedBy: TransferError?
    }

    private let state = Mutex(State())

    func post(_ command: Command) {
        let (bell, refusal) = state.withLock { state -> (CurlWakeup?, TransferError?) in
            if let refusal = state.closedBy { return (nil, refusal) }
            state.commands.append(command)
            return (state.bell.take(), nil)
        }
        // This happens after the lock is released, because the woken thread takes the lock at once.
        bell?.ring()
        if let refusal { refuse(command, refusal) }
    }

    /// Returns all commands since the last call.
    func takeAll() -> [Command] {
        state.withLock { state in
            state.bell = nil
            return exchange(&state.commands, with: [])
        }
    }

    /// Stores the bell for posters; returns false if a command is already waiting.
    func mayFallAsleep(leaving bell: CurlWakeup) -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty else { return false }
            state.bell = bell
            return true
        }
    }

    /// Refuses waiting and future commands.
    func close(_ failure: TransferError) {
        let left = state.withLock { state in
            state.bell = nil
            state.closedBy = failure
            return exchange(&state.commands, with: [])
        }
        for command in left { refuse(command, failure) }
    }

    private func refuse(_ command: Command, _ failure: TransferError) {
        switch command {
        case .start(_, _, let listener): listener.end(.failure(failure))
        case .cancel, .resume: break
        case .shutDown(let waiter): waiter?.resume()
        }
    }
}

/// The receiver of a transfer's result.
enum Listener: Sendable {
    /// Receives the whole reply at once.
    case reply(CheckedContinuation<Result<EndedTransfer, TransferError>, Never>)
    /// Receives the body as it arrives.
    case pipe(BodyPipe)

    /// Reports the end, exactly once.
    func end(_ ending: Result<EndedTransfer, TransferError>) {
        switch self {
        case .reply(let continuation): continuation.resume(returning: ending)
        case .pipe(let pipe): pipe.end(ending)
        }
    }
}
