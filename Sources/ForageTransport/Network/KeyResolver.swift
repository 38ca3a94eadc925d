internal import ForageCore

/// Puts the keys that an endpoint names in their places, if they may go where it is sent.
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

    /// Refuses a request whose keys may not go to its address, or to the server that plays it.
    func check(_ request: KeyedRequest, for provider: ProviderInfo, over wire: WebURL) throws(FetchError) {
        guard request.carriesKeys else { return }
        for origin in [request.url.origin, wire.origin] where !keys.mayGo(to: origin, keysOf: provider) {
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
            guard value.utf8.allSatisfy(HTTPSyntax.mayStandInField) else {
                throw .notAllowed("a key of \(provider.id) cannot stand in the header field \(field.name)")
            }
            guard field.name.lowercased() != "range" || !endpoint.limit.isPrefix else {
                throw .notAllowed("the header field \(field.name) is for the client alone to set")
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

extension Endpoint.BodyLimit {
    fileprivate var isPrefix: Bool { if case .prefix = self { true } else { false } }
}
