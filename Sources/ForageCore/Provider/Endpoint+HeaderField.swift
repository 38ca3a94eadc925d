extension Endpoint.Field {
    /// Why no request can have this as a header field, whatever its keys are; nil if one can.
    package var headerFault: String? {
        if Endpoint.Method(name) == nil { return "\(name.quoted) is not the name of a header field" }
        if Self.clientsOwn.contains(name.lowercased()) {
            return "the header field \(name) is for the client alone to set"
        }
        for case .text(let text) in value where !text.utf8.allSatisfy(HTTPSyntax.mayStandInField) {
            return "the header field \(name) has a control character in its value"
        }
        return nil
    }

    /// What says whom a connection leads to, how a body is framed and packed, and who asks.
    private static let clientsOwn: Set = [
        "accept-encoding", "connection", "content-encoding", "content-length", "expect", "host",
        "http2-settings", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade", "user-agent", "via",
    ]
}
