internal import Synchronization

/// Carries a body from the engine's thread to the task that reads it, and holds the transfer back while too much waits.
final class BodyPipe: Sendable {
    /// What there is to read.
    enum Portion: Sendable {
        /// The next bytes, and whether the transfer was held back because of them.
        case bytes([UInt8], wasHeldBack: Bool)
        case end(Result<EndedTransfer, TransferFailure>)
    }

    private struct State {
        /// The lines of the head, there when the body begins.
        var head: [UInt8]?
        var bytes: [UInt8] = []
        var isHeldBack = false
        var ending: Result<EndedTransfer, TransferFailure>?
        /// Told whether it need not look again.
        var reader: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// How many bytes may wait before the transfer is held back.
    private static let greatestWait = 256 * 1024
    /// How many bytes may wait: libcurl hands over 16 KiB at most.
    private static let greatestCount = greatestWait + 16 * 1024

    /// Takes the next bytes of the body, or holds the transfer back: then the same bytes will come again. The reader is
    /// told by ``tell()``, once for all that came at the same time.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - head: The lines of the head.
    ///   - byteCount: How long the body will be; less than nothing where nobody said.
    /// - Returns: Whether they were taken.
    func take(_ bytes: UnsafeRawBufferPointer, behind head: [UInt8], of byteCount: Int) -> Bool {
        state.withLock { state in
            if state.head == nil { state.head = head }
            guard state.bytes.count < Self.greatestWait else {
                state.isHeldBack = true
                return false
            }
            if state.bytes.isEmpty {
                state.bytes.reserveCapacity(max(bytes.count, min(byteCount, Self.greatestCount)))
            }
            state.bytes.append(contentsOf: bytes)
            return true
        }
    }

    /// Wakes the reader where it waits for what has come.
    func tell() {
        let reader = state.withLock { $0.reader.take() }
        reader?.resume(returning: false)
    }

    var hasEnded: Bool { state.withLock { $0.ending != nil } }

    /// The first ending counts.
    func end(_ ending: Result<EndedTransfer, TransferFailure>) {
        let reader = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            return state.reader.take()
        }
        reader?.resume(returning: false)
    }

    /// The lines of the head once the body begins; an ending without a body has its own.
    func head() async -> Result<[UInt8], TransferFailure> {
        await wait { $0.head != nil }
        return state.withLock { state in
            state.head.map { .success($0) } ?? state.ending?.map(\.reply.head) ?? .failure(.shutDown)
        }
    }

    /// All that waits, as soon as there is something.
    func next() async -> Portion {
        await wait { !$0.bytes.isEmpty }
        return state.withLock { state in
            guard state.bytes.isEmpty else {
                return .bytes(
                    exchange(&state.bytes, with: []), wasHeldBack: exchange(&state.isHeldBack, with: false))
            }
            return .end(state.ending ?? .failure(.shutDown))
        }
    }

    /// Returns when it is so, or the transfer has ended.
    private func wait(until isReady: @Sendable (borrowing State) -> Bool) async {
        var isOver = false
        // What the reader is told of may be what it took a moment ago.
        while !isOver {
            isOver = await withCheckedContinuation { reader in
                let isOver = state.withLock { state in
                    if isReady(state) || state.ending != nil { return true }
                    state.reader = reader
                    return false
                }
                if isOver { reader.resume(returning: true) }
            }
        }
    }
}
