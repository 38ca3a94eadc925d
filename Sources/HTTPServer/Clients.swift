internal import CMicroHTTPD
internal import Synchronization

/// Those who are connected, and who of them has to go where more come than there is room for.
///
/// A server that lets them wait outside instead would be closed to everybody by anybody who only connects.
final class Clients: Sendable {
    private let limit: Int
    /// How many of the silent are left alone however full it is, so that newcomers can ask, if only to be refused.
    private let quiet: Int
    private let connected = Mutex<[ObjectIdentifier: Client]>([:])

    init(limit: Int) {
        self.limit = limit
        quiet = max(1, limit / 8)
    }

    /// How many there may be for a moment, until those who have to go are gone.
    var greatestCount: Int { limit + 2 * quiet }

    /// Whether even after the silent went there are more than there is room for.
    var areTooMany: Bool { connected.withLock { $0.count > limit } }

    var isEmpty: Bool { connected.withLock(\.isEmpty) }

    func add(_ client: Client) {
        connected.withLock { connected in
            connected[ObjectIdentifier(client)] = client
            if connected.count > limit { dismissSilent(of: &connected) }
        }
    }

    /// Must come before the connection is closed.
    func remove(_ client: Client) {
        _ = connected.withLock { $0.removeValue(forKey: ObjectIdentifier(client)) }
    }

    /// Lets go of the silent who left.
    ///
    /// The library overlooks that a client shut its sending side where that came together with a request.
    func endThoseWhoLeft() {
        connected.withLock { connected in
            for client in connected.values where client.silentSince != nil { client.endIfLeft() }
        }
    }

    /// Lets go of those who asked nothing whole for so long.
    func dismiss(silentFor patience: Duration) {
        connected.withLock { connected in
            for (id, client) in connected {
                guard let start = client.silentSince, start.duration(to: .now) > patience else { continue }
                client.dismiss()
                connected[id] = nil
            }
        }
    }

    /// Several at once, those first who were silent for longest.
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

/// Who is at the other end of a connection, from when it is accepted until it is closed.
final class Client: Sendable {
    /// As a number, without its port.
    let address: String
    private let socket: Int32
    private let silence = Mutex<ContinuousClock.Instant?>(.now)

    /// Only from a callback of this connection.
    init(handle: OpaquePointer) {
        socket = microhttpd_socket(handle)
        address = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
            guard let start = text.baseAddress else { return "" }
            microhttpd_remote_address(handle, start, text.count)
            return String(cString: start)
        }
    }

    /// Since when nothing whole was asked; nil while there is something to be answered.
    var silentSince: ContinuousClock.Instant? {
        get { silence.withLock(\.self) }
        set { silence.withLock { $0 = newValue } }
    }

    // Only while the connection is open: its number may be another's later.

    /// Ends the connection.
    func dismiss() { microhttpd_shut(socket) }

    /// Has it end when all is sent, where nothing more will come.
    func endIfLeft() {
        if microhttpd_has_peer_left(socket) != 0 { microhttpd_shut_reading(socket) }
    }
}
