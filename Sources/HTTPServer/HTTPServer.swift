internal import CMicroHTTPD
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// An HTTP/1.1 server in this process, which listens until it is stopped or released.
///
/// Slow responses are created in separate tasks, and no thread waits for them. If the client disconnects first, the
/// task is cancelled (within a tenth of a second).
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (HTTPServerRequest) async -> HTTPServerResponse
    /// Answers a request on the server's own thread, so it must never wait.
    package typealias Responder = @Sendable (HTTPServerRequest) -> HTTPServerAnswer
    /// Creates the response for an error of the server itself, from its status and a sentence.
    package typealias Refusal = @Sendable (Int, String) -> HTTPServerResponse

    /// The port that the server listens on, also if 0 was requested.
    package let port: Int

    private let service: Service
    private let daemon: Mutex<Daemon?>

    package init(
        address: String = "127.0.0.1", port: Int = 0, limits: Limits = Limits(),
        refusing refusal: @escaping Refusal = { .text($1 + "\n", status: $0) },
        answering handler: @escaping Responder
    ) throws(HTTPServerError) {
        let service = Service(limits: limits, refusal: refusal, handler: handler)
        let daemon = try Daemon(address: address, port: port, service: service)
        self.port = daemon.port
        self.service = service
        self.daemon = Mutex(daemon)
    }

    /// Creates a server that answers every request in a task.
    package convenience init(
        address: String = "127.0.0.1", port: Int = 0, limits: Limits = Limits(),
        refusing refusal: @escaping Refusal = { .text($1 + "\n", status: $0) }, handler: @escaping Handler
    ) throws(HTTPServerError) {
        try self.init(address: address, port: port, limits: limits, refusing: refusal) { request in
            .later { await handler(request) }
        }
    }

    /// Stops listening, cancels pending handlers (their clients receive 503), cuts off streams, allows one second for
    /// responses that are being sent, and closes all other connections.
    ///
    /// Stopping twice is harmless.
    package func stop() {
        guard let running = daemon.withLock({ $0.take() }) else { return }
        // This does not use `MHD_quiesce_daemon`, which ends the whole process if a worker closes the listening socket
        // at the same moment. Instead, new clients receive a response that the server is closing.
        service.close(withinSeconds: 1)
        _ = consume running
    }

    /// Refuses new requests, waits for pending responses, and stops. It does not wait for clients with incomplete
    /// requests, or if the task is cancelled.
    ///
    /// - Parameter patience: The time limit for pending responses.
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

extension HTTPServer {
    /// The limits of a server for all clients together and for each of them.
    package struct Limits: Sendable {
        /// The greatest number of open connections. If there are more, idle clients are disconnected; if none is idle,
        /// new clients receive 503.
        ///
        /// The process is allowed four times as many open files. If the system refuses that, there are fewer
        /// connections.
        package var connections = 1024
        /// The number of seconds without a byte after which a connection is closed.
        package var idleSeconds = 30
        /// The time limit for a handler, after which its client receives 503.
        package var handling: Duration = .seconds(60)
        /// The greatest number of bytes of a request's address, which may contain a long cursor. A longer one is
        /// refused with 414.
        package var targetBytes = 56 * 1024
        /// The greatest number of bytes of a request's address and headers together. More are refused with 431.
        package var headBytes = 64 * 1024
        /// The greatest number of bytes of a request's body. A longer one is refused with 413.
        package var bodyBytes = 1024 * 1024
        /// The number of threads that transfer bytes.
        ///
        /// Handlers do not run on them.
        package var threads = 2

        package init() {}

        /// The library's memory for a connection. The library refuses larger requests with its own text, so most
        /// requests that are too long must fit. The memory is cleared for every request, so a larger one would be
        /// slower.
        var connectionBytes: Int { max(2 * headBytes, 128 * 1024) }

        /// Raises the limit on open files and returns the number of connections that are possible.
        func allowConnections() -> Int { min(connections, max(16, OpenFiles.allow(4 * connections) / 4)) }
    }
}

/// The reason why a server could not start.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    case unusableAddress(String)
    case unusablePort(Int)
    case cannotListen(address: String, port: Int, reason: String)

    package var description: String {
        switch self {
        case .unusableAddress(let address):
            "\(address) is not a numeric address; use one such as 127.0.0.1 or ::1."
        case .unusablePort(let port):
            "\(port) is not a port; choose one from 1 to 65535, or 0 for any free one."
        case .cannotListen(let address, let port, let reason):
            "Cannot listen on \(address) port \(port): \(reason)."
        }
    }
}

/// The limit on open files of this process, which include its connections.
enum OpenFiles {
    /// Raises the limit to that number as far as the system permits, and returns the resulting limit.
    static func allow(_ count: Int) -> Int {
        var limits = rlimit()
        guard getrlimit(resource, &limits) == 0 else { return 256 }
        guard limits.rlim_cur < rlim_t(count) else { return count }
        let before = limits
        limits.rlim_cur = min(rlim_t(count), limits.rlim_max)
        return Int((setrlimit(resource, &limits) == 0 ? limits : before).rlim_cur)
    }

    #if canImport(Darwin)
        private static let resource = RLIMIT_NOFILE
    #else
        private static let resource = Int32(RLIMIT_NOFILE.rawValue)
    #endif
}

/// The library's server: its threads call the service until this value goes out of scope, which may happen only if no
/// connection sleeps or will sleep.
struct Daemon: ~Copyable {
    private let handle: OpaquePointer
    private let service: Service

    init(address: String, port: Int, service: Service) throws(HTTPServerError) {
        guard (0...65535).contains(port) else { throw .unusablePort(port) }
        let limits = service.limits
        let settings = microhttpd_settings(
            threads: UInt32(limits.threads),
            connections: UInt32(limits.threads * service.clients.greatestCount),
            idle_seconds: UInt32(limits.idleSeconds), connection_memory: limits.connectionBytes)
        let callbacks = microhttpd_callbacks(
            target: beginExchange, access: continueExchange, completed: endExchange, connected: meetClient,
            service: Unmanaged.passUnretained(service).toOpaque())
        var reason: Int32 = 0
        guard let handle = microhttpd_start(address, String(port), settings, callbacks, &reason) else {
            throw Self.failure(address: address, port: port, reason: reason)
        }
        self.handle = handle
        self.service = service
    }

    private static func failure(address: String, port: Int, reason: Int32) -> HTTPServerError {
        if reason < 0 { return .unusableAddress(address) }
        let advice = microhttpd_is_taken(reason) != 0 ? ". Another program may be using it" : ""
        return .cannotListen(
            address: address, port: port, reason: String(cString: microhttpd_reason_text(reason)) + advice)
    }

    var port: Int { Int(microhttpd_port(handle)) }

    deinit {
        MHD_stop_daemon(handle)
    }
}
