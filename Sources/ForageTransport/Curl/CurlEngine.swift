internal import CCurl
package import Platform
internal import Synchronization

/// Makes HTTP exchanges with libcurl's multi interface, many at once, on a dedicated thread.
///
/// The first exchange starts the thread and loads libcurl. Tasks and the thread communicate only through the inbox;
/// only the thread answers, and it answers each exchange exactly once.
package final class CurlEngine: Sendable {
    private let settings: CurlSettings
    private let inbox = CurlInbox()
    private let hasThread = Atomic(false)
    private let lastTicket = Atomic(0)

    package init(_ settings: CurlSettings = CurlSettings()) {
        self.settings = settings
    }

    deinit { shutDown(telling: nil) }

    /// Makes one exchange. Cancelling the task stops it and closes its connection.
    package func perform(_ transfer: Transfer) async throws(TransferError) -> TransferReply {
        let ticket = lastTicket.add(1, ordering: .relaxed).newValue
        let ended = await withTaskCancellationHandler {
            await withCheckedContinuation { reply in
                inbox.post(.start(transfer, ticket, .reply(reply)))
                startThreadOnce()
                // A cancellation before this line may have been posted ahead of the start.
                if Task.isCancelled { inbox.post(.cancel(ticket)) }
            }
        } onCancel: {
            inbox.post(.cancel(ticket))
        }
        return try TransferReply(ended.get(), from: transfer.url)
    }

    /// Begins an exchange whose body is read in pieces, however long it is. Cancelling the task stops it and closes its
    /// connection, and so does releasing the body.
    package func open(_ transfer: Transfer) -> IncomingBody {
        let ticket = lastTicket.add(1, ordering: .relaxed).newValue
        let body = IncomingBody(of: transfer.url, ticket: ticket, inbox: inbox, from: self)
        inbox.post(.start(transfer, ticket, .pipe(body.pipe)))
        startThreadOnce()
        return body
    }

    /// Stops all exchanges, refuses new ones, and returns when the thread has released libcurl.
    package func shutDown() async {
        await withCheckedContinuation { shutDown(telling: $0) }
    }

    private func shutDown(telling waiter: CheckedContinuation<Void, Never>?) {
        if !claimThread() { return inbox.post(.shutDown(waiter)) }
        inbox.close(.shutDown)
        waiter?.resume()
    }

    private func startThreadOnce() {
        guard claimThread() else { return }
        let isStarted = EngineThread.start { [inbox, settings] in CurlLoop.run(inbox, settings) }
        if !isStarted { inbox.close(.noLibrary("the system could not create a thread")) }
    }

    /// Returns true for the first caller only.
    private func claimThread() -> Bool { !hasThread.exchange(true, ordering: .relaxed) }
}

/// The limits of time and of connections that every transfer shares.
package struct CurlSettings: Sendable {
    package var connectTimeout: Duration = .seconds(10)
    /// The time after which a transfer is stopped if it receives less than one byte per second (256 for a streamed
    /// file).
    package var stallTimeout: Duration = .seconds(30)
    package var connectionsPerHost = 6
    package var connections = 64
    /// The file of certificates to trust in place of the system's, from `SSL_CERT_FILE`.
    package var certificateFile: String?
    /// The proxies for transfers that are limited to the open internet; for others, libcurl chooses.
    var proxies = ProxyVariables.ofThisProcess

    package init() {}
}

/// The libcurl library, which is loaded when it is first needed.
package enum NetworkLibrary {
    /// Returns the versions of libcurl and of its TLS library.
    ///
    /// - Throws: ``MissingLibrary`` if it cannot be used.
    package static func version() throws(MissingLibrary) -> String {
        if let words = ccurl_load() { throw .network(String(cString: words)) }
        guard let encryption = ccurl_tls_version() else {
            throw .network("it has no TLS, so https addresses cannot be requested")
        }
        return "\(String(cString: ccurl_version())) with \(String(cString: encryption))"
    }
}

extension MissingLibrary {
    fileprivate static func network(_ reason: String) -> MissingLibrary {
        MissingLibrary("libcurl", neededFor: "the network", reason)
    }
}
