internal import Essentials
internal import ForageCore

/// Which header fields of an answer are kept (RFC 9111, 3.1).
///
/// Forage keeps no cookies, so nobody misses those of a stored answer; as what lets somebody in elsewhere
/// they do not belong on a disk.
enum StoredFields {
    /// The fields to keep, with the time of receipt where the origin gave none.
    static func of(_ headers: Headers, received: Date) -> Headers {
        var kept = withoutPassing(headers)
        if headers["Date"] == nil { kept.append("Date", HTTPDate(received).description) }
        return kept
    }

    /// What a confirmation brings new (RFC 9111, 3.2): all but what the stored bytes themselves hang on.
    static func update(_ stored: Headers, by headers: Headers, received: Date) -> Headers {
        var news = of(headers, received: received)
        news.removeAll(named: boundToBody)
        var updated = stored
        // They told of the message that is replaced.
        updated.removeAll(named: Set(news.fields.map { $0.name.lowercased() }).union(["age", "date"]))
        for field in news.fields { updated.append(field.name, field.value) }
        return updated
    }

    /// Whether a value is a credential that stands there itself rather than by its name.
    static func isOpenCredential(_ field: StoredResponse.VariantField) -> Bool {
        guard let value = field.value,
            credentials.contains(field.name) || SecretWords.isSecret(named: field.name)
        else { return false }
        return !value.contains("{key ")
    }

    private static func withoutPassing(_ headers: Headers) -> Headers {
        let listed = headers.lines(of: "Connection").flatMap { HTTPSyntax.members(of: $0) }
        var kept = headers
        kept.removeAll(named: hopByHop.union(credentials).union(listed.map { $0.lowercased() }))
        return kept
    }

    private static let boundToBody: Set = ["content-length", "content-encoding", "content-range"]

    private static let hopByHop: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-connection",
        "te", "trailer", "transfer-encoding", "upgrade",
    ]

    private static let credentials: Set = [
        "authorization", "cookie", "proxy-authorization", "set-cookie", "set-cookie2",
    ]
}
