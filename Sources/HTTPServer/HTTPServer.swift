internal import CMicroHTTPD
internal import Synchronization

#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// An HTTP/1.1 server in this process: it listens until it is stopped or let go of.
///
/// What takes time is answered in a task of its own; no thread waits for it. When the
/// client goes away first, the task is cancelled (it is noticed within a tenth of a second).
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (HTTPServerRequest) async -> HTTPServerResponse
    /// Looks at a request on the server's own thread, so it must never wait.
    package typealias Responder = @Sendable (HTTPServerRequest) -> HTTPServerAnswer
    /// Words a refusal of the server itself: its status and a sentence.
    package typealias Refusal = @Sendable (Int, String) -> HTTPServerResponse

    /// The port listened on: the real one, also where 0 was asked for.
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

    /// One that answers every request in a task.
    package convenience init(
        address: String = "127.0.0.1", port: Int = 0, limits: Limits = Limits(),
        refusing refusal: @escaping Refusal = { .text($1 + "\n", status: $0) }, handler: @escaping Handler
    ) throws(HTTPServerError) {
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

extension HTTPServer {
    /// What one server allows its clients together and each of them.
    package struct Limits: Sendable {
        /// Connections open at once. When more come, the silent have to go; where nobody is silent newcomers are
        /// told 503.
        ///
        /// The process is allowed four times as many open files; where it may not have those, there are fewer.
        package var connections = 1024
        /// Seconds without a byte after which a connection is closed.
        package var idleSeconds = 30
        /// How long a handler may take before its client is told 503.
        package var handling: Duration = .seconds(60)
        /// Bytes of a request's address, which may have to hold a long cursor; a longer one is refused with 414.
        package var targetBytes = 56 * 1024
        /// Bytes of a request's address and headers together; more are refused with 431.
        package var headBytes = 64 * 1024
        /// Bytes of a request's body; a longer one is refused with 413.
        package var bodyBytes = 1024 * 1024
        /// Threads that move bytes.
        ///
        /// Handlers do not run on them.
        package var threads = 2

        package init() {}

        /// The library's memory of a connection. It refuses in words of its own, unseen by us, what does not fit in, so
        /// most of what is too long has to. It is wiped for every request, so more would cost time.
        var connectionBytes: Int { max(2 * headBytes, 128 * 1024) }

        /// Lets this process have as many connections, as far as it may, and says how many that are.
        func allowConnections() -> Int { min(connections, max(16, OpenFiles.allow(4 * connections) / 4)) }
    }
}

/// Why a server could not start.
package enum HTTPServerError: Error, Equatable, CustomStringConvertible {
    case unusableAddress(String)
    case unusablePort(Int)
    case cannotListen(address: String, port: Int, reason: String)

    package var description: String {
        switch self {
        case .unusableAddress(let address):
            "\(address) is not a numeric address to listen on; 127.0.0.1 and ::1 are."
        case .unusablePort(let port):
            "\(port) is not a port; choose one from 1 to 65535, or 0 for any free one."
        case .cannotListen(let address, let port, let reason):
            "Cannot listen on \(address) port \(port): \(reason)."
        }
    }
}

/// How many files this process may have open, of which every connection is one.
enum OpenFiles {
    /// Allows as many as are wanted, as far as the system lets it, and says how many there may be now.
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

/// The library's listening half: its threads call the service until this goes out of scope, which may
/// happen only when no connection sleeps and none will.
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
