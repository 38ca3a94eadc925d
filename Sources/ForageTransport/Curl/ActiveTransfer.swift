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
    func end(_ ending: Result<CURLcode, TransferError>) {
        listener.end(
            ending.map { code in
                EndedTransfer(
                    code: code, explanation: code == CURLE_OK ? "" : handle.explanation(of: code),
                    reply: reply, wasConnected: handle.isConnected, wasReused: handle.wasReused,
                    wasKeptIn: handle.wasKeptIn, timings: handle.timings)
            })
    }
}

/// How a transfer ended, as the engine's thread saw it; what it means is worked out by whoever asked.
struct EndedTransfer: Sendable {
    let code: CURLcode
    let explanation: String
    let reply: IncomingReply
    let wasConnected: Bool
    /// Whether it went over a connection that an earlier one had left open.
    let wasReused: Bool
    /// Whether it was for the open internet, and only addresses of this machine or its network were to be had.
    let wasKeptIn: Bool
    let timings: TransferTimings
}

extension TransferReply {
    init(_ ended: EndedTransfer, from url: WebURL) throws(TransferError) {
        let completeness = try ended.completeness(from: url)
        guard let head = ReplyHead(ended.reply.head) else {
            throw .malformed(host: url.host, "there is no status line")
        }
        self.init(
            status: head.status, headers: head.headers, body: ended.reply.body, completeness: completeness,
            timings: ended.timings)
    }
}

extension EndedTransfer {
    /// How much of the body there is.
    func completeness(from url: WebURL) throws(TransferError) -> TransferReply.Completeness {
        if reply.excess == .head { throw .malformed(host: url.host, "its header is too long") }
        if reply.excess == .body { return .stoppedAtLimit }
        switch code {
        case CURLE_OK where reply.isHeadWhole: return .whole
        case CURLE_OK, CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING,
            CURLE_HTTP2, CURLE_HTTP2_STREAM:
            if reply.isHeadWhole { return .cutOff }
            throw .cutOff(host: url.host)
        case CURLE_BAD_CONTENT_ENCODING where !reply.body.isEmpty: return .cutOff
        default: throw failure(from: url.host)
        }
    }

    private func failure(from host: String) -> TransferError {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST: .unresolved(host: host)
        case CURLE_COULDNT_CONNECT where wasKeptIn: .closed(host: host)
        case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY, CURLE_INTERFACE_FAILED:
            .unreachable(host: host, explanation)
        case CURLE_OPERATION_TIMEDOUT: .timedOut(host: host, phase)
        case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CERTPROBLEM:
            .insecure(host: host, explanation)
        case CURLE_OUT_OF_MEMORY where wasConnected:
            .malformed(host: host, "a line of its header is too long, or it unpacks to too much")
        case CURLE_BAD_CONTENT_ENCODING: .malformed(host: host, explanation)
        // Whoever takes the bytes takes all of them, or says why not; only what unpacks them does not.
        case CURLE_WRITE_ERROR: .packed(host: host)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            // On a used connection it is the rest of the answer before, which was longer than it said.
            wasReused ? .cutOff(host: host) : .malformed(host: host, explanation)
        default: .failed(host: host, explanation)
        }
    }

    private var phase: TransferError.Phase {
        if reply.isHeadWhole { return .body }
        return wasConnected ? .answer : .connection
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
