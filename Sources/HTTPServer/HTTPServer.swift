internal import Synchronization

/// An HTTP/1.1 server in this process: it listens until it is stopped or let go of.
///
/// What takes time is answered in a task of its own; no thread waits for it. When the
/// client goes away first, the task is cancelled (it is noticed within a tenth of a second).
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (HTTPServerRequest) async -> HTTPServerResponse
    /// Looks at a request on the server's own thread, so it must never wait.
    package typealias Receptionist = @Sendable (HTTPServerRequest) -> HTTPServerAnswer
    /// Words a refusal of the server itself: its status and a sentence.
    package typealias Refusal = @Sendable (Int, String) -> HTTPServerResponse

    /// The port listened on: the real one, also where 0 was asked for.
    package let port: Int

    private let service: Service
    private let daemon: Mutex<Daemon?>

    package init(
        address: String = "127.0.0.1", port: Int = 0, limits: Limits = Limits(),
        refusing refusal: @escaping Refusal = { .text($1 + "\n", status: $0) },
        answering handler: @escaping Receptionist
    ) throws(HTTPServerFailure) {
        let service = Service(limits: limits, refusal: refusal, handler: handler)
        let daemon = try Daemon(address: address, port: port, service: service)
        self.port = daemon.port
        self.service = service
        self.daemon = Mutex(daemon)
    }

    /// One that answers every request in a task.
    package convenience init(
        address: String = "127.0.0.1", port: Int = 0, limits: Limits = Limits(),
        refusing refusal: @escaping Refusal = { .text($1 + "\n", status: $0) }, handler: @escaping Handler
    ) throws(HTTPServerFailure) {
        try self.init(address: address, port: port, limits: limits, refusing: refusal) { request in
            .later { await handler(request) }
        }
    }

    /// Stops listening, cancels the handlers still waiting (their clients are told 503), cuts off streams, gives answers
    /// that are being sent a second to finish and closes what is left.
    ///
    /// Stopping twice is harmless.
    package func stop() {
        guard let running = daemon.withLock({ $0.take() }) else { return }
        // Not MHD_quiesce_daemon: where a worker gives the listening socket up at the same moment, it ends
        // the whole process. Whoever still comes is told at once that the server is closing.
        service.close(withinSeconds: 1)
        _ = consume running
    }

    /// Tells whoever still comes that the server is closing, waits for what it has to answer, and stops. Who does not get
    /// on with asking is not waited for, nor is anybody once the task is cancelled.
    ///
    /// - Parameter patience: How long to wait for answers that are under way.
    package func finish(within patience: Duration) async {
        service.refuseNew()
        let latest = ContinuousClock.now + patience
        while service.isBusy, .now < latest, !Task.isCancelled {
            service.clients.dismiss(silentFor: .milliseconds(500))
            try? await Task.sleep(for: .milliseconds(10))
        }
        stop()
    }

    deinit {
        stop()
    }
}
