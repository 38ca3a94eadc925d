internal import ForageCore
internal import Synchronization

/// A reply whose body is read as it arrives. One task reads it; releasing this object ends the transfer.
package final class IncomingBody: Sendable {
    let pipe = BodyPipe()
    private let url: WebURL
    private let ticket: CurlInbox.Ticket
    private let inbox: CurlInbox
    /// Keeps the engine alive until the rest has arrived.
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

    /// Returns the next bytes; nil at the end of the body.
    ///
    /// - Throws: ``TransferError`` if the transfer failed or the connection ended before the body.
    package func next() async throws(TransferError) -> [UInt8]? {
        switch await cancelling({ await self.pipe.next() }) {
        case .bytes(let bytes, let wasHeldBack):
            if wasHeldBack { inbox.post(.resume(ticket)) }
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

/// Passes a body from the engine's thread to the task that reads it, and pauses the transfer while too much is waiting.
final class BodyPipe: Sendable {
    /// The next piece for the reader.
    enum Portion: Sendable {
        /// The next bytes; `wasHeldBack` is true if the transfer was paused because of them.
        case bytes([UInt8], wasHeldBack: Bool)
        case end(Result<EndedTransfer, TransferError>)
    }

    private struct State {
        /// The lines of the header; set when the body begins.
        var head: [UInt8]?
        var bytes: [UInt8] = []
        var isHeldBack = false
        var ending: Result<EndedTransfer, TransferError>?
        /// The waiting reader; resumed with true if it need not check again.
        var reader: CheckedContinuation<Bool, Never>?
    }

    private let state = Mutex(State())

    /// The number of waiting bytes at which the transfer is paused.
    private static let greatestWait = 256 * 1024
    /// The maximum number of waiting bytes: libcurl delivers up to 16 KiB at a time.
    private static let greatestCount = greatestWait + 16 * 1024

    /// Takes the next bytes of the body, or pauses the transfer; libcurl then delivers the same bytes again. ``tell()``
    /// notifies the reader once for all bytes that arrive together.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - head: The lines of the header.
    ///   - byteCount: The length of the body; negative if unknown.
    /// - Returns: True if the bytes were taken.
    func take(_ bytes: UnsafeRawBufferPointer, after head: [UInt8], of byteCount: Int) -> Bool {
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

    /// Wakes the reader if it is waiting.
    func tell() {
        let reader = state.withLock { $0.reader.take() }
        reader?.resume(returning: false)
    }

    var hasEnded: Bool { state.withLock { $0.ending != nil } }

    /// Ends the body; only the first call has an effect.
    func end(_ ending: Result<EndedTransfer, TransferError>) {
        let reader = state.withLock { state in
            if state.ending == nil { state.ending = ending }
            return state.reader.take()
        }
        reader?.resume(returning: false)
    }

    /// Returns the lines of the header when the body begins or the transfer ends.
    func head() async -> Result<[UInt8], TransferError> {
        await wait { $0.head != nil }
        return state.withLock { state in
            state.head.map { .success($0) } ?? state.ending?.map(\.reply.head) ?? .failure(.shutDown)
        }
    }

    /// Waits for bytes and returns all that have arrived.
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

    /// Returns when the condition is true or the transfer has ended.
    private func wait(until isReady: @Sendable (borrowing State) -> Bool) async {
        var isOver = false
        // The reader may have already taken the bytes that it was woken for.
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

/// Decides when to check whether the received beginning of a body is sufficient: after a pause of the server, or after
/// a longer time. A body that arrives quickly is read to its end, so that it and the connection can be kept.
///
/// Every check delays all other transfers on the engine's thread, so there are few.
struct BodyWatch {
    /// The time of the next check; nil if nothing has arrived since the last one, or if there are no more checks.
    private(set) var nextLook: ContinuousClock.Instant?

    private let isEnough: @Sendable ([UInt8]) -> Bool
    private var start: ContinuousClock.Instant?
    private var patience = Duration.seconds(1)
    private var seenByteCount = 0

    /// The time without data after which a server counts as holding back the rest.
    private static let pause = Duration.milliseconds(200)
    private static let greatestPatience = Duration.seconds(8)

    init(_ isEnough: @escaping @Sendable ([UInt8]) -> Bool) { self.isEnough = isEnough }

    /// Notes that more bytes have arrived.
    mutating func note(_ byteCount: Int, at now: ContinuousClock.Instant) {
        let start = start ?? now
        self.start = start
        // A few bytes more would not change an insufficient result.
        guard patience <= Self.greatestPatience, byteCount > seenByteCount + seenByteCount / 2 else { return }
        nextLook = min(now + Self.pause, max(now, start + patience))
    }

    /// Returns true if a check is due and the bytes are sufficient.
    mutating func hasEnough(_ body: [UInt8], at now: ContinuousClock.Instant) -> Bool {
        guard let time = nextLook, time <= now else { return false }
        nextLook = nil
        seenByteCount = body.count
        patience *= 2
        return isEnough(body)
    }
}
