internal import Synchronization

/// What tasks ask of the engine's thread. Whichever side comes first, nothing asked is lost:
/// it is carried out, or refused once the inbox is closed.
final class CurlInbox: Sendable {
    enum Command: Sendable {
        case start(Transfer, Ticket, Listener)
        case cancel(Ticket)
        /// Its reader has room again.
        case goOn(Ticket)
        case shutDown(CheckedContinuation<Void, Never>?)
    }

    typealias Ticket = Int

    private struct State {
        var commands: [Command] = []
        /// There while the engine's thread sleeps or is about to.
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
        // Behind the lock, since the thread that it wakes asks for that at once.
        bell?.ring()
        if let refusal { refuse(command, refusal) }
    }

    /// Everything asked since the last time.
    func takeAll() -> [Command] {
        state.withLock { state in
            state.bell = nil
            return exchange(&state.commands, with: [])
        }
    }

    /// Leaves the bell for those who post; false if something is waiting already.
    func mayFallAsleep(leaving bell: CurlWakeup) -> Bool {
        state.withLock { state in
            guard state.commands.isEmpty else { return false }
            state.bell = bell
            return true
        }
    }

    /// Refuses what is waiting and all that comes.
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
        case .cancel, .goOn: break
        case .shutDown(let waiter): waiter?.resume()
        }
    }
}

/// Who is told what becomes of a transfer.
enum Listener: Sendable {
    /// Wants the whole reply at once.
    case reply(CheckedContinuation<Result<EndedTransfer, TransferError>, Never>)
    /// Takes the body as it comes.
    case pipe(BodyPipe)

    /// Tells how it ended, once.
    func end(_ ending: Result<EndedTransfer, TransferError>) {
        switch self {
        case .reply(let continuation): continuation.resume(returning: ending)
        case .pipe(let pipe): pipe.end(ending)
        }
    }
}
