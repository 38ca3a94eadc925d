internal import ForageCore

/// Puts the keys that an endpoint names in their places, if they may go where it is sent.
struct KeyResolver {
    let keys: KeyRing

    func resolve(
        _ endpoint: Endpoint, at url: WebURL, for provider: About
    ) throws(FetchFailure) -> KeyedRequest {
        var secrets: [String: String] = [:]
        for name in endpoint.keyNames.sorted() {
            guard let secret = keys.secret(name, of: provider.id) else { throw .missingKey(name) }
            secrets[name] = secret.reveal { $0 }
        }
        let openQuery = endpoint.query.filter { !$0.holdsKey }
        let shownURL = try address(url, openQuery, secrets)
        let isOpen = openQuery.count == endpoint.query.count
        return KeyedRequest(
            method: endpoint.method, url: isOpen ? shownURL : try address(url, endpoint.query, secrets),
            shownURL: shownURL,
            fields: try endpoint.headers.map { field throws(FetchFailure) in try header(field, secrets) },
            carriesKeys: !secrets.isEmpty, redaction: Redaction(of: secrets.values))
    }

    /// Refuses a request whose keys may not go to its address, or to the server that plays it.
    func check(_ request: KeyedRequest, for provider: About, over wire: WebURL) throws(FetchFailure) {
        guard request.carriesKeys else { return }
        for origin in [request.url.origin, wire.origin] where !keys.mayGo(to: origin, keysOf: provider) {
            throw .notAllowed(
                "keys of \(provider.id) do not go to \(origin); "
                    + "allow it with `--allow-origin \(origin)` or in your own configuration file")
        }
    }

    private func address(
        _ url: WebURL, _ query: [Endpoint.Field], _ secrets: [String: String]
    ) throws(FetchFailure) -> WebURL {
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

    private func header(
        _ field: Endpoint.Field, _ secrets: [String: String]
    ) throws(FetchFailure) -> KeyedRequest.Field {
        let value = filled(field, secrets)
        let name = field.name.lowercased()
        guard HeaderSyntax.isName(name.utf8), HeaderSyntax.isValue(value.utf8) else {
            throw .notAllowed("a header field of the request is not as HTTP allows")
        }
        guard !Self.ownFields.contains(name) else {
            throw .notAllowed("the header field \(field.name) is for the client alone to set")
        }
        return KeyedRequest.Field(
            name: field.name, value: value,
            isSecret: field.holdsKey || Self.credentialFields.contains(name))
    }

    private func filled(_ field: Endpoint.Field, _ secrets: [String: String]) -> String {
        field.value.map { piece in
            switch piece {
            case .text(let text): text
            case .key(let name): secrets[name] ?? ""
            }
        }.joined()
    }

    private static let credentialFields: Set = ["authorization", "proxy-authorization", "cookie"]
    private static let ownFields: Set = [
        "accept-encoding", "connection", "content-length", "expect", "host", "keep-alive",
        "proxy-connection", "range", "te", "trailer", "transfer-encoding", "upgrade", "user-agent",
    ]
}

extension Endpoint.Field {
    fileprivate var holdsKey: Bool { value.contains { if case .key = $0 { true } else { false } } }
}
