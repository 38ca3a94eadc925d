internal import CCurl
package import Platform
internal import Synchronization

/// Makes HTTP exchanges on libcurl's multi interface, many at once, on one thread of its own.
///
/// The thread starts, and libcurl is loaded, with the first exchange. Tasks and thread meet in the inbox
/// only; the thread alone answers, and answers each exchange exactly once.
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
                // A cancellation from before this line may have been posted ahead of the start.
                if Task.isCancelled { inbox.post(.cancel(ticket)) }
            }
        } onCancel: {
            inbox.post(.cancel(ticket))
        }
        return try TransferReply(ended.get(), from: transfer.url)
    }

    /// Begins an exchange whose body is read piece by piece, however long it is. Cancelling the task stops it and closes
    /// its connection, and so does letting go of the body.
    package func open(_ transfer: Transfer) -> IncomingBody {
        let ticket = lastTicket.add(1, ordering: .relaxed).newValue
        let body = IncomingBody(of: transfer.url, ticket: ticket, inbox: inbox, from: self)
        inbox.post(.start(transfer, ticket, .pipe(body.pipe)))
        startThreadOnce()
        return body
    }

    /// Stops every exchange under way and refuses new ones; returns when the thread has let go of libcurl.
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
        if !isStarted { inbox.close(.noLibrary("the system has no thread for it")) }
    }

    /// True for the first caller only.
    private func claimThread() -> Bool { !hasThread.exchange(true, ordering: .relaxed) }
}

/// The limits of time and of connections that every transfer shares.
package struct CurlSettings: Sendable {
    package var connectTimeout: Duration = .seconds(10)
    /// A transfer that brings less than one byte a second for so long is given up, a file that brings less than 256.
    package var stallTimeout: Duration = .seconds(30)
    package var connectionsPerHost = 6
    package var connections = 64
    /// Certificates to trust in place of the system's, as `SSL_CERT_FILE` names them.
    package var certificateFile: String?
    /// What transfers for the open internet go through; the others leave that to libcurl.
    var proxies = ProxyVariables.ofThisProcess

    package init() {}
}

/// The library beneath, which is loaded when it is needed.
package enum NetworkLibrary {
    /// What libcurl says it is, with what it encrypts with.
    ///
    /// - Throws: ``MissingLibrary`` when it cannot be used.
    package static func version() throws(MissingLibrary) -> String {
        if let words = ccurl_load() { throw .network(String(cString: words)) }
        guard let encryption = ccurl_tls_version() else {
            throw .network("it cannot encrypt, so no https address can be asked")
        }
        return "\(String(cString: ccurl_version())) with \(String(cString: encryption))"
    }
}

extension MissingLibrary {
    fileprivate static func network(_ reason: String) -> MissingLibrary {
        MissingLibrary("libcurl", neededFor: "the network", reason)
    }
}
