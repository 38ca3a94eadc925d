internal import ForageCore

/// Inserts the keys that an endpoint names, if they may be sent to its origin.
struct KeyResolver {
    let keys: KeyRing

    func resolve(
        _ endpoint: Endpoint, at url: WebURL, for provider: ProviderInfo, with token: Token? = nil
    ) throws(FetchError) -> KeyedRequest {
        var secrets: [String: String] = [:]
        for name in endpoint.keyNames.sorted() {
            guard let secret = keys.secret(name, of: provider.id) else { throw .missingKey(name) }
            secrets[name] = secret.reveal { $0 }
        }
        let openQuery = endpoint.query.filter { !$0.holdsKey }
        let shownURL = try address(url, openQuery, secrets)
        let isOpen = openQuery.count == endpoint.query.count
        var headers = try headers(of: endpoint, secrets, for: provider)
        let tokenText = token?.text.reveal { $0 }
        if let tokenText { headers.append("Authorization", "Bearer " + tokenText) }
        return KeyedRequest(
            method: endpoint.method, url: isOpen ? shownURL : try address(url, endpoint.query, secrets),
            shownURL: shownURL, headers: headers, carriesKeys: !secrets.isEmpty || token != nil,
            redaction: Redaction(of: Array(secrets.values) + [tokenText].compactMap(\.self)))
    }

    /// Throws an error if the request's keys may not be sent to its address or to the server that replaces its origin.
    func check(_ request: KeyedRequest, for provider: ProviderInfo, over wire: WebURL) throws(FetchError) {
        guard request.carriesKeys else { return }
        for origin in [request.url.origin, wire.origin] where !keys.maySendKeys(of: provider, to: origin) {
            throw .keysNotAllowed(provider.id, to: origin)
        }
    }

    private func address(
        _ url: WebURL, _ query: [Endpoint.Field], _ secrets: [String: String]
    ) throws(FetchError) -> WebURL {
        if query.isEmpty { return url }
        var text = String(url.text.prefix { $0 != "#" })
        var separator: Character = text.contains("?") ? "&" : "?"
        for item in query {
            text.append(separator)
            text += PercentEncoding.encode(item.name) + "=" + PercentEncoding.encode(filled(item, secrets))
            separator = "&"
        }
        guard let address = WebURL(text) else { throw .notAllowed("the request to \(url.host) is too long") }
        return address
    }

    private func headers(
        of endpoint: Endpoint, _ secrets: [String: String], for provider: ProviderInfo
    ) throws(FetchError) -> Headers {
        var headers = Headers()
        for field in endpoint.headers {
            if let fault = field.headerFault { throw .notAllowed(fault) }
            let value = filled(field, secrets)
            guard value.utf8.allSatisfy(HTTPSyntax.isAllowedInField) else {
                throw .notAllowed(
                    "a key of \(provider.id) contains characters that are not allowed in the header field \(field.name)"
                )
            }
            guard field.name.lowercased() != "range" || !endpoint.limit.isPrefix else {
                throw .notAllowed("only Forage may set the header field \(field.name)")
            }
            headers.append(field.name, value)
        }
        return headers
    }

    private func filled(_ field: Endpoint.Field, _ secrets: [String: String]) -> String {
        field.value.map { piece in
            switch piece {
            case .text(let text): text
            case .key(let name): secrets[name] ?? ""
            }
        }.joined()
    }
}

/// A request with its keys inserted. It exists only from the moment of sending until the reply.
struct KeyedRequest {
    let method: Endpoint.Method
    /// The public address, even if another server replaces its origin.
    let url: WebURL
    /// The address without keys.
    let shownURL: WebURL
    let headers: Headers
    /// The fields of the form to send.
    var form: String?
    let carriesKeys: Bool
    let redaction: Redaction
}

extension Endpoint.Field {
    /// Indicates whether the value contains a key.
    var holdsKey: Bool { value.contains { if case .key = $0 { true } else { false } } }

    /// Indicates whether a header field is meant for one origin only; its value may also contain a literal key.
    var isCredential: Bool {
        let name = name.lowercased()
        return holdsKey || Self.credentials.contains(where: name.contains)
    }

    /// The words that names of such fields contain, from `Authorization` to `X-Api-Key`.
    private static let credentials = ["auth", "cookie", "key", "token", "secret"]
}

extension Endpoint.BodyLimit {
    fileprivate var isPrefix: Bool { if case .prefix = self { true } else { false } }
}
