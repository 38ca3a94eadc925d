/// A reason why an exchange had no reply. It contains only host names, because an address may contain a key.
package enum TransferError: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    case unresolved(host: String)
    case unreachable(host: String, String)
    /// The transfer was limited to the open internet, and the host is not part of it.
    case closed(host: String)
    case insecure(host: String, String)
    case timedOut(host: String, Phase)
    case cutOff(host: String)
    /// The connection ended while a body was being read.
    case brokenOff(host: String)
    case malformed(host: String, String)
    /// The body is compressed in a way that libcurl cannot decode.
    case packed(host: String)
    case failed(host: String, String)
    case cancelled
    case shutDown

    /// The step that was in progress when the time limit was reached.
    package enum Phase: Hashable, Sendable {
        case connection, answer, body
    }

    package var description: String {
        switch self {
        case .noLibrary(let reason):
            "libcurl 7.85 or later is needed and cannot be loaded (\(reason))" + Self.advice(on: reason)
        case .unresolved(let host): "could not resolve \(host)"
        case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
        case .closed(let host):
            "\(host) is on this machine or its network; Forage sends no requests there for addresses from third parties"
        case .insecure(let host, let reason): "no secure connection to \(host): \(reason)"
        case .timedOut(let host, .connection): "could not connect to \(host) in time"
        case .timedOut(let host, .answer): "\(host) did not answer in time"
        case .timedOut(let host, .body): "\(host) did not finish its answer in time"
        case .cutOff(let host): "\(host) closed the connection before it answered"
        case .brokenOff(let host): "\(host) closed the connection before the file was complete"
        case .malformed(let host, let reason): "\(host) sent an invalid HTTP answer: \(reason)"
        case .packed(let host): "the answer of \(host) is compressed in a way that cannot be decoded"
        case .failed(let host, let reason): "the request to \(host) failed: \(reason)"
        case .cancelled: "cancelled"
        case .shutDown: "the network was shut down"
        }
    }

    /// Returns the error for the public host name, if another server replaces that host.
    func naming(_ host: String, for replacement: String) -> TransferError {
        guard host != replacement else { return self }
        return switch self {
        case .unresolved: .unreachable(host: host, description)
        case .unreachable(_, let reason): .unreachable(host: host, reason)
        case .closed: .closed(host: host)
        case .insecure(_, let reason): .insecure(host: host, reason)
        case .timedOut(_, let phase): .timedOut(host: host, phase)
        case .cutOff: .cutOff(host: host)
        case .brokenOff: .brokenOff(host: host)
        case .malformed(_, let reason): .malformed(host: host, reason)
        case .packed: .packed(host: host)
        case .failed(_, let reason): .failed(host: host, reason)
        case .noLibrary, .cancelled, .shutDown: self
        }
    }

    /// Returns advice on installing libcurl, unless it exists and cannot be opened for another reason.
    private static func advice(on reason: String) -> String {
        reason.lowercased().contains("no such file") ? "; install it with \(installation)" : ""
    }

    #if canImport(Darwin)
        private static let installation = "`brew install curl`"
    #else
        private static let installation = "`apt-get install libcurl4`"
    #endif
}
