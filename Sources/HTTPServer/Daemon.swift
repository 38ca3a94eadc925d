internal import CMicroHTTPD

/// The library's listening half: its threads call the service until this goes out of scope, which may
/// happen only when no connection sleeps and none will.
struct Daemon: ~Copyable {
    private let handle: OpaquePointer
    private let service: Service

    init(address: String, port: Int, service: Service) throws(HTTPServerFailure) {
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

    private static func failure(address: String, port: Int, reason: Int32) -> HTTPServerFailure {
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
