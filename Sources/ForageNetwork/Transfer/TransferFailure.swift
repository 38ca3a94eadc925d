/// Why an exchange gave no reply. It names hosts only: an address may hold a key.
package enum TransferFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case noLibrary(String)
    case unresolved(host: String)
    case unreachable(host: String, String)
    case insecure(host: String, String)
    case timedOut(host: String, Phase)
    case cutOff(host: String)
    case malformed(host: String, String)
    case failed(host: String, String)
    case cancelled
    case shutDown

    /// What was being waited for when time ran out.
    package enum Phase: Hashable, Sendable {
        case connection, answer, body
    }

    package var description: String {
        switch self {
        case .noLibrary(let reason):
            "libcurl is needed and cannot be loaded (\(reason)); install it with \(Self.installation)"
        case .unresolved(let host): "there is no address for the name \(host)"
        case .unreachable(let host, let reason): "\(host) cannot be reached: \(reason)"
        case .insecure(let host, let reason): "no secure connection to \(host): \(reason)"
        case .timedOut(let host, .connection): "\(host) was not reached in time"
        case .timedOut(let host, .answer): "\(host) did not answer in time"
        case .timedOut(let host, .body): "\(host) did not finish its answer in time"
        case .cutOff(let host): "\(host) closed the connection before it answered"
        case .malformed(let host, let reason): "the answer of \(host) is not HTTP as it should be: \(reason)"
        case .failed(let host, let reason): "the exchange with \(host) failed: \(reason)"
        case .cancelled: "cancelled"
        case .shutDown: "the network was shut down"
        }
    }

    #if canImport(Darwin)
        private static let installation = "`brew install curl`"
    #else
        private static let installation = "`apt-get install libcurl4`"
    #endif
}
