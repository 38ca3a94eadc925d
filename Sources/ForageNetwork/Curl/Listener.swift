/// Who is told what becomes of a transfer.
enum Listener: Sendable {
    /// Wants the whole reply at once.
    case reply(CheckedContinuation<Result<EndedTransfer, TransferFailure>, Never>)
    /// Takes the body as it comes.
    case pipe(BodyPipe)

    /// Tells how it ended, once.
    func end(_ ending: Result<EndedTransfer, TransferFailure>) {
        switch self {
        case .reply(let continuation): continuation.resume(returning: ending)
        case .pipe(let pipe): pipe.end(ending)
        }
    }
}
