internal import CMicroHTTPD
internal import Synchronization

/// The connection that one request came on.
///
/// While it sleeps the server's threads leave it alone, and only then may another thread look at it or
/// wake it.
///
/// Unchecked because of the library's pointer: the server's thread uses it in its callbacks, everyone
/// else under `isAsleep`, and the library frees a connection only while it is awake.
final class Connection: @unchecked Sendable {
    private let handle: OpaquePointer
    private let isAsleep = Mutex(false)

    init(handle: OpaquePointer) {
        self.handle = handle
    }

    /// Only from a callback of this connection.
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

    /// The library does not watch a sleeping connection, so whoever put it to sleep asks.
    var hasClientLeft: Bool {
        isAsleep.withLock { $0 && microhttpd_has_peer_left(microhttpd_socket(handle)) != 0 }
    }

    /// Only from a callback of this connection.
    func headers() -> HTTPFields {
        var fields = HTTPFields()
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(handle, .HEADER_KIND, collectField, fields)
        }
        return fields
    }

    /// Only from a callback of this connection.
    ///
    /// False if the library refuses the answer.
    func send(_ response: consuming PreparedResponse) -> Bool {
        response.queue(on: handle)
    }
}
