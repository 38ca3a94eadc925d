internal import ForageCore

extension Endpoint.Field {
    /// Whether a key is in its value.
    var holdsKey: Bool { value.contains { if case .key = $0 { true } else { false } } }

    /// Whether a header field of this name and value is meant for one origin only: a key may be typed out in it, too.
    var isCredential: Bool {
        let name = name.lowercased()
        return holdsKey || Self.credentials.contains(where: name.contains)
    }

    /// What the names of such fields hold, from `Authorization` to `X-Api-Key`.
    private static let credentials = ["auth", "cookie", "key", "token", "secret"]
}
