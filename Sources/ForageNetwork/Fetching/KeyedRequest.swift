internal import ForageCore

/// A request with its keys filled in. It lives from the last moment before the wire to the reply.
struct KeyedRequest {
    let method: Endpoint.Method
    /// The address that the world knows, whoever plays it.
    let url: WebURL
    /// The same without the keys in it.
    let shownURL: WebURL
    let headers: Headers
    /// The fields of a form that is handed over.
    var form: String?
    let carriesKeys: Bool
    let redaction: Redaction
}
