internal import ForageCore

/// A request with its keys filled in. It lives from the last moment before the wire to the reply.
struct KeyedRequest {
    var method: Endpoint.Method
    /// The address that the world knows, whoever plays it.
    var url: WebURL
    /// The same without the keys in it.
    var shownURL: WebURL
    var fields: [Field]
    /// Whether a key is in a field or was in the first address.
    var carriesKeys: Bool
    let redaction: Redaction

    struct Field {
        let name: String
        let value: String
        /// Meant for one origin only.
        let isSecret: Bool
    }

    var headers: Headers {
        var headers = Headers()
        for field in fields { headers.append(field.name, field.value) }
        return headers
    }
}
