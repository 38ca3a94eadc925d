internal import ForageCore
internal import Synchronization

/// A reply whose body is read while it comes. One task reads; the transfer ends with this object at the latest.
package final class IncomingBody: Sendable {
    let pipe = BodyPipe()
    private let url: WebURL
    private let ticket: CurlInbox.Ticket
    private let inbox: CurlInbox
    /// Without it there would be nobody to bring the rest.
    private let engine: CurlEngine

    init(of url: WebURL, ticket: CurlInbox.Ticket, inbox: CurlInbox, from engine: CurlEngine) {
        self.engine = engine
        self.url = url
        self.ticket = ticket
        self.inbox = inbox
    }

    deinit { if !pipe.hasEnded { inbox.post(.cancel(ticket)) } }

    /// Waits for the status and the header fields.
    package func head() async throws(TransferError) -> TransferReply {
        let lines = try await cancelling { await self.pipe.head() }.get()
        guard let head = ReplyHead(lines) else {
            if case .end(let ending) = await pipe.next() { return try TransferReply(ending.get(), from: url) }
            throw .malformed(host: url.host, "there is no status line")
        }
        return TransferReply(status: head.status, headers: head.headers, body: [], completeness: .whole)
    }

    /// The next bytes; nil at the body's end.
    ///
    /// - Throws: ``TransferError`` when the transfer failed, and when the connection ended before the body did.
    package func next() async throws(TransferError) -> [UInt8]? {
        switch await cancelling({ await self.pipe.next() }) {
        case .bytes(let bytes, let wasHeldBack):
            if wasHeldBack { inbox.post(.goOn(ticket)) }
            return bytes
        case .end(let ending):
            let completeness = try ending.get().completeness(from: url)
            guard completeness == .whole else { throw .brokenOff(host: url.host) }
            return nil
        }
    }

    private func cancelling<Result: Sendable>(_ wait: @Sendable () async -> Result) async -> Result {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            inbox.post(.cancel(ticket))
        }
    }
}

/// Carries a body from the engine's thread to the task that reads it, and holds the transfer back while too much waits.
final class BodyPipe: Sendable {
    /// What there is to read.
    enum Portion: Sendable {
        /// The next bytes, and whether the transfer was held back because of them.
        case bytes([UInt8], wasHeldBack: Bool)
        case end(Result<EndedTransfer, TransferError>)
    }

    private struct State {
        /// The lines of the head, there when the body begins.
        var head: [UInt8]?
        var bytes: [UInt8] = []
        var isHeldBack = false
        var ending: Result<EndedTransfer, TransferError>?
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
    func end(_ ending: Result<EndedTransfer, TransferError>) {
        let reader = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            return state.reader.take()
        }
        reader?.resume(returning: false)
    }

    /// The lines of the head once the body begins; an ending without a body has its own.
    func head() async -> Result<[UInt8], TransferError> {
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

/// When it is looked whether the beginning of a body that has come is enough: once its server pauses, or takes long over
/// it. A rest that keeps coming is worth having: then all can be kept, and the connection as well.
///
/// Each look is the engine's work, on which every other transfer waits, so there are few.
struct BodyWatch {
    /// When the next look is due; nil where nothing has come since the last one, or no more are to be.
    private(set) var nextLook: ContinuousClock.Instant?

    private let isEnough: @Sendable ([UInt8]) -> Bool
    private var start: ContinuousClock.Instant?
    private var patience = Duration.seconds(1)
    private var seenByteCount = 0

    /// A server that sends nothing for this long keeps the rest back.
    private static let pause = Duration.milliseconds(200)
    private static let greatestPatience = Duration.seconds(8)

    init(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) { self.isEnough = isEnough }

    /// Takes note that more has come.
    mutating func note(_ byteCount: Int, at now: ContinuousClock.Instant) {
        let start = start ?? now
        self.start = start
        // What told nothing tells nothing with a few bytes more.
        guard patience <= Self.greatestPatience, byteCount > seenByteCount + seenByteCount / 2 else { return }
        nextLook = min(now + Self.pause, max(now, start + patience))
    }

    /// Whether a look is due and finds that it is enough.
    mutating func hasEnough(_ body: [UInt8], at now: ContinuousClock.Instant) -> Bool {
        guard let time = nextLook, time <= now else { return false }
        nextLook = nil
        seenByteCount = body.count
        patience *= 2
        return isEnough(body)
    }
}
