internal import CCurl
internal import ForageCore

/// A transfer in progress. It belongs to the engine's thread.
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

    /// Wakes the reader of the body if more of it has arrived.
    func tell() {
        guard hasNews, case .pipe(let pipe) = listener else { return }
        hasNews = false
        pipe.tell()
    }

    /// The time of the next check whether enough has arrived.
    var nextLook: ContinuousClock.Instant? { watch?.nextLook }

    /// Returns true if the received part of the body is sufficient, although the rest is missing.
    func hasEnough(at now: ContinuousClock.Instant) -> Bool { watch?.hasEnough(reply.body, at: now) ?? false }

    fileprivate func take(_ chunk: UnsafeRawBufferPointer) -> Bool {
        if reply.body.isEmpty { reply.expectBody(ofByteCount: handle.contentLength) }
        guard reply.takeBody(chunk) else { return false }
        // An answer with another status, such as an error page in place of a picture, is read completely.
        if watch != nil, [200, 206].contains(handle.status) { watch?.note(reply.body.count, at: .now) }
        return true
    }

    /// Ends the transfer and reports libcurl's result or an error of the engine.
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

/// The end of a transfer as the engine's thread observed it; the caller interprets it.
struct EndedTransfer: Sendable {
    let code: CURLcode
    let explanation: String
    let reply: IncomingReply
    let wasConnected: Bool
    /// Indicates whether the transfer used a connection that an earlier one had left open.
    let wasReused: Bool
    /// Indicates whether the transfer was limited to the open internet and the host had only local addresses.
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
    /// Returns the completeness of the body.
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
            .malformed(host: host, "a header line is too long, or its decompressed body is too large")
        case CURLE_BAD_CONTENT_ENCODING: .malformed(host: host, explanation)
        // The receiver accepts all bytes or sets an error, so only decompression can cause this error.
        case CURLE_WRITE_ERROR: .packed(host: host)
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY:
            // On a reused connection, these are extra bytes of the answer before, which was longer than declared.
            wasReused ? .cutOff(host: host) : .malformed(host: host, explanation)
        default: .failed(host: host, explanation)
        }
    }

    private var phase: TransferError.Phase {
        if reply.isHeadWhole { return .body }
        return wasConnected ? .answer : .connection
    }
}

// libcurl calls these functions from within `curl_multi_perform`. They only save the received bytes; everything else
// happens after it returns. If one returns a number other than the given one, the transfer stops or pauses.

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
            chunk, after: transfer.reply.head, of: transfer.handle.contentLength)
        return isTaken ? chunk.count : Int(CURL_WRITEFUNC_PAUSE)
    }
    return transfer.take(chunk) ? chunk.count : 0
}
