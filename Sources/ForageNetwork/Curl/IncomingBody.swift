internal import ForageCore

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
    package func head() async throws(TransferFailure) -> TransferReply {
        let lines = try await cancelling { await self.pipe.head() }.get()
        guard let head = ReplyHead(lines) else {
            if case .end(let ending) = await pipe.next() { return try TransferReply(ending.get(), from: url) }
            throw .malformed(host: url.host, "there is no status line")
        }
        return TransferReply(status: head.status, headers: head.headers, body: [], completeness: .whole)
    }

    /// The next bytes; nil at the body's end.
    ///
    /// - Throws: ``TransferFailure`` when the transfer failed, and when the connection ended before the body did.
    package func next() async throws(TransferFailure) -> [UInt8]? {
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
