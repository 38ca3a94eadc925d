internal import CCurl

/// A multi handle: the transfers under way with their connections, names and TLS sessions.
struct CurlMulti: ~Copyable {
    /// What wakes this handle's thread from another one.
    let bell: CurlBell
    private var pointer: UnsafeMutableRawPointer { bell.multi }

    init?(_ settings: CurlSettings) {
        guard let pointer = ccurl_multi_init() else { return nil }
        bell = CurlBell(multi: pointer)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, settings.connectionsPerHost)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAX_TOTAL_CONNECTIONS, settings.connections)
        _ = ccurl_multi_set_number(pointer, CURLMOPT_MAXCONNECTS, settings.connections)
    }

    func add(_ handle: CurlHandle) -> Bool { ccurl_multi_add(pointer, handle.pointer) == CURLM_OK }

    /// A transfer that is not over yet is stopped, and its connection closed.
    func remove(_ handle: CurlHandle) { _ = ccurl_multi_remove(pointer, handle.pointer) }

    /// Moves every transfer as far as it goes without waiting.
    func perform() -> Bool { ccurl_multi_perform(pointer) == CURLM_OK }

    /// Waits until there is something to do or the bell rings.
    func poll(atMost duration: Duration) {
        _ = ccurl_multi_poll(pointer, CInt(clamping: duration.milliseconds))
    }

    /// The next handle that has come to its end, and how it ended.
    func nextEnded() -> (handle: UnsafeMutableRawPointer, code: CURLcode)? {
        var code = CURLE_OK
        return ccurl_multi_next_ended(pointer, &code).map { ($0, code) }
    }
}

/// Wakes the engine's thread while it polls. The multi handle lives as long as somebody may do so, and who holds it last
/// cleans up.
///
/// Unchecked: libcurl allows `curl_multi_wakeup` from every thread, and all else is done by the engine's, as long as it
/// runs.
final class CurlBell: @unchecked Sendable {
    fileprivate let multi: UnsafeMutableRawPointer

    fileprivate init(multi: UnsafeMutableRawPointer) { self.multi = multi }

    deinit { ccurl_multi_cleanup(multi) }

    func ring() { _ = ccurl_multi_wakeup(multi) }
}
