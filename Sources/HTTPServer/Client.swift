internal import CMicroHTTPD
internal import Synchronization

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
