internal import ForageCore

extension Endpoint.Field {
    /// Whether a key is in its value.
    var holdsKey: Bool { value.contains { if case .key = $0 { true } else { false } } }

    /// Whether a header field of this name and value is meant for one origin only.
    var isCredential: Bool { holdsKey || Self.credentials.contains(name.lowercased()) }

    private static let credentials: Set = ["authorization", "proxy-authorization", "cookie"]
}
