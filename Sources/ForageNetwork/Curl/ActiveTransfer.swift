internal import CCurl
internal import ForageCore

/// A transfer under way. Belongs to the engine's thread.
final class ActiveTransfer {
    let ticket: CurlInbox.Ticket
    let deadline: ContinuousClock.Instant?
    let handle: CurlHandle
    fileprivate let listener: Listener
    fileprivate var reply: IncomingReply
    fileprivate var hasNews = false
    private var watch: BodyWatch?

    init(
        _ transfer: Transfer, ticket: CurlInbox.Ticket, on handle: CurlHandle, _ settings: CurlSettings,
        telling listener: Listener
    ) {
        self.ticket = ticket
        self.handle = handle
        self.listener = listener
        deadline = transfer.deadline
        watch = transfer.isEnough.map(BodyWatch.init)
        reply = IncomingReply(bodyLimit: transfer.bodyLimit)
        handle.prepare(transfer, settings)
        handle.setReceivers(head: receiveHeadLine, body: receiveBody, context: self)
    }

    /// Wakes whoever reads the body where more of it has come.
    func tell() {
        guard hasNews, case .pipe(let pipe) = listener else { return }
        hasNews = false
        pipe.tell()
    }

    /// When it is next looked whether enough has come.
    var nextLook: ContinuousClock.Instant? { watch?.nextLook }

    /// Whether what has come tells all that was asked for, though the rest is not there.
    func hasEnough(at now: ContinuousClock.Instant) -> Bool { watch?.hasEnough(reply.body, at: now) ?? false }

    fileprivate func take(_ chunk: UnsafeRawBufferPointer) -> Bool {
        if reply.body.isEmpty { reply.expectBody(ofByteCount: handle.contentLength) }
        guard reply.takeBody(chunk) else { return false }
        // Of another answer, such as a page that says why there is no picture, all is wanted.
        if watch != nil, [200, 206].contains(handle.status) { watch?.note(reply.body.count, at: .now) }
        return true
    }

    /// Answers whoever asked: with libcurl's verdict on what has come, or with a failure of ours.
    func end(_ ending: Result<CURLcode, TransferFailure>) {
        listener.end(
            ending.map { code in
                EndedTransfer(
                    code: code, explanation: code == CURLE_OK ? "" : handle.explanation(of: code),
                    reply: reply, wasConnected: handle.isConnected, wasReused: handle.wasReused,
                    wasKeptIn: handle.wasKeptIn, timings: handle.timings)
            })
    }
}

// libcurl calls these from inside `curl_multi_perform`: they only keep what came, and whatever follows
// from it is done when that has returned. Another number than the one given stops the transfer, or pauses it.

private func receiveHeadLine(
    _ bytes: UnsafeMutablePointer<CChar>, size: Int, count: Int, context: UnsafeMutableRawPointer
) -> Int {
    let transfer = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
    let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
    return transfer.reply.takeHeadLine(line) ? line.count : 0
}

private func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>, size: Int, count: Int, context: UnsafeMutableRawPointer
) -> Int {
    let transfer = Unmanaged<ActiveTransfer>.fromOpaque(context).takeUnretainedValue()
    let chunk = UnsafeRawBufferPointer(start: bytes, count: size * count)
    if case .pipe(let pipe) = transfer.listener {
        transfer.hasNews = true
        let isTaken = pipe.take(
            chunk, behind: transfer.reply.head, of: transfer.handle.contentLength)
        return isTaken ? chunk.count : Int(CURL_WRITEFUNC_PAUSE)
    }
    return transfer.take(chunk) ? chunk.count : 0
}
