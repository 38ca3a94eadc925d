internal import CMicroHTTPD
internal import Synchronization

/// The connected clients. If there are too many, idle ones are disconnected.
///
/// If the server made new clients wait instead, anyone could block it by opening idle connections.
final class Clients: Sendable {
    private let limit: Int
    /// The number of idle clients that always stay connected, so that new clients can send a request, even if it is
    /// refused.
    private let quiet: Int
    private let connected = Mutex<[ObjectIdentifier: Client]>([:])

    init(limit: Int) {
        self.limit = limit
        quiet = max(1, limit / 8)
    }

    /// The greatest number of clients for a moment, until idle ones are disconnected.
    var greatestCount: Int { limit + 2 * quiet }

    /// Indicates whether there are too many clients even after idle ones were disconnected.
    var areTooMany: Bool { connected.withLock { $0.count > limit } }

    var isEmpty: Bool { connected.withLock(\.isEmpty) }

    func add(_ client: Client) {
        connected.withLock { connected in
            connected[ObjectIdentifier(client)] = client
            if connected.count > limit { dismissSilent(of: &connected) }
        }
    }

    /// Removes a client. This must happen before the connection is closed.
    func remove(_ client: Client) {
        _ = connected.withLock { $0.removeValue(forKey: ObjectIdentifier(client)) }
    }

    /// Disconnects idle clients that have left.
    ///
    /// The library does not notice if a client shuts its sending side at the same time as it sends a request.
    func endDisconnected() {
        connected.withLock { connected in
            for client in connected.values where client.silentSince != nil { client.endIfLeft() }
        }
    }

    /// Disconnects clients that have not sent a complete request for that long.
    func dismiss(silentFor patience: Duration) {
        connected.withLock { connected in
            for (id, client) in connected {
                guard let start = client.silentSince, start.duration(to: .now) > patience else { continue }
                client.dismiss()
                connected[id] = nil
            }
        }
    }

    /// Disconnects several clients at once, beginning with those that were idle for longest.
    private func dismissSilent(of connected: inout [ObjectIdentifier: Client]) {
        let silent = connected.values.compactMap { client in client.silentSince.map { (client, $0) } }
        let count = min(quiet, silent.count - quiet)
        guard count > 0 else { return }
        for (client, _) in silent.sorted(by: { $0.1 < $1.1 }).prefix(count) {
            client.dismiss()
            connected[ObjectIdentifier(client)] = nil
        }
    }
}

/// The client of a connection, from its acceptance until it is closed.
final class Client: Sendable {
    /// The numeric address, without a port.
    let address: String
    private let socket: Int32
    private let silence = Mutex<ContinuousClock.Instant?>(.now)

    /// Creates a client. This may be called only from a callback of this connection.
    init(handle: OpaquePointer) {
        socket = microhttpd_socket(handle)
        address = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress else { return "" }
            microhttpd_remote_address(handle, start, text.count)
            return String(cString: start)
        }
    }

    /// The time since which the client is idle; nil while a request is being answered.
    var silentSince: ContinuousClock.Instant? {
        get { silence.withLock(\.self) }
        set { silence.withLock { $0 = newValue } }
    }

    // These may be called only while the connection is open: later, the socket's number may belong to another one.

    /// Ends the connection.
    func dismiss() { microhttpd_shut(socket) }

    /// Ends the connection after the last bytes are sent, if the client will send nothing more.
    func endIfLeft() {
        if microhttpd_has_peer_left(socket) != 0 { microhttpd_shut_reading(socket) }
    }
}
