internal import CMicroHTTPD
internal import Synchronization

/// The connection of one request.
///
/// While it sleeps, the server's threads do not access it; only then may another thread inspect or wake it.
///
/// It is unchecked because of the library's pointer: the server's thread uses it in its callbacks, other threads use it
/// under `isAsleep`, and the library frees a connection only while it is awake.
final class Connection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let isAsleep = Mutex(false)

    init(handle: OpaquePointer) {
        self.handle = handle
    }

    /// Puts the connection to sleep. This may be called only from a callback of this connection.
    func sleep() {
        isAsleep.withLock { isAsleep in
            isAsleep = true
            MHD_suspend_connection(handle)
        }
    }

    func wake() {
        isAsleep.withLock { isAsleep in
            guard isAsleep else { return }
            isAsleep = false
            MHD_resume_connection(handle)
        }
    }

    /// Indicates whether the client has left. The library does not watch a sleeping connection, so this must be
    /// checked.
    var hasClientLeft: Bool {
        isAsleep.withLock { $0 && microhttpd_has_peer_left(microhttpd_socket(handle)) != 0 }
    }

    /// Reads the headers. This may be called only from a callback of this connection.
    func headers() -> HTTPFields {
        var fields = HTTPFields()
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, fields)
        }
        return fields
    }

    /// Sends a response. This may be called only from a callback of this connection.
    ///
    /// Returns false if the library refuses the response.
    func send(_ response: consuming PreparedResponse) -> Bool {
        response.queue(on: handle)
    }
}
