internal import CCurl
internal import ForageCore

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
    init(_ ended: EndedTransfer, from url: WebURL) throws(TransferFailure) {
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
    func completeness(from url: WebURL) throws(TransferFailure) -> TransferReply.Completeness {
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

    private func failure(from host: String) -> TransferFailure {
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

    private var phase: TransferFailure.Phase {
        if reply.isHeadWhole { return .body }
        return wasConnected ? .answer : .connection
    }
}
