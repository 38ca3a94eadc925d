/// Why a server could not start.
package enum HTTPServerFailure: Error, Equatable, CustomStringConvertible {
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
