internal import ForageCore
internal import Platform

/// Inserts the keys that an endpoint names, if they may be sent to its origin.
struct KeyResolver {
    let keys: KeyRing
    /// The clock for requests that are signed with the time.
    var now: @Sendable () -> Date = { Date() }

    func resolve(
        _ endpoint: Endpoint, at url: WebURL, for provider: ProviderInfo, with token: Token? = nil
    ) throws(FetchError) -> KeyedRequest {
        var secrets: [String: String] = [:]
        for name in endpoint.keyNames.sorted() {
            guard let secret = keys.secret(name, of: provider.id) else { throw .missingKey(name) }
            secrets[name] = secret.reveal { $0 }
        }
        let values = PieceValues(secrets: secrets, seconds: Int(now().timeIntervalSince1970))
        let openQuery = endpoint.query.filter { !$0.holdsKey }
        let shownURL = try address(url, openQuery, values)
        let isOpen = openQuery.count == endpoint.query.count
        var headers = try headers(of: endpoint, values, for: provider)
        if endpoint.body != nil { headers.append("Content-Type", "application/json") }
        let tokenText = token?.text.reveal { $0 }
        if let tokenText { headers.append("Authorization", "Bearer " + tokenText) }
        return KeyedRequest(
            method: endpoint.method, url: isOpen ? shownURL : try address(url, endpoint.query, values),
            shownURL: shownURL, headers: headers, form: endpoint.body,
            carriesKeys: !secrets.isEmpty || token != nil,
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
        _ url: WebURL, _ query: [Endpoint.Field], _ values: PieceValues
    ) throws(FetchError) -> WebURL {
        if query.isEmpty { return url }
        var text = String(url.text.prefix { $0 != "#" })
        var separator: Character = text.contains("?") ? "&" : "?"
        for item in query {
            text.append(separator)
            text += PercentEncoding.encode(item.name) + "=" + PercentEncoding.encode(try filled(item, values))
            separator = "&"
        }
        guard let address = WebURL(text) else { throw .notAllowed("the request to \(url.host) is too long") }
        return address
    }

    private func headers(
        of endpoint: Endpoint, _ values: PieceValues, for provider: ProviderInfo
    ) throws(FetchError) -> Headers {
        var headers = Headers()
        for field in endpoint.headers {
            if let fault = field.headerFault { throw .notAllowed(fault) }
            let value = try filled(field, values)
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

    private func filled(
        _ field: Endpoint.Field, _ values: PieceValues
    ) throws(FetchError) -> String {
        do throws(MissingLibrary) { return try values.text(of: field.value) } catch {
            throw .notAllowed("the request cannot be signed: \(error)")
        }
    }
}

/// The values that are inserted into the parts of a request when it is sent.
private struct PieceValues {
    let secrets: [String: String]
    let seconds: Int

    func text(of pieces: [Endpoint.Piece]) throws(MissingLibrary) -> String {
        var whole = ""
        for piece in pieces {
            switch piece {
            case .text(let text): whole += text
            case .key(let name): whole += secrets[name] ?? ""
            case .time: whole += "\(seconds)"
            case .sha1(let inner):
                whole += try Digest.sha1.of(Array(try text(of: inner).utf8)).hex
            }
        }
        return whole
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
    /// The fields of a form, or the JSON, to send.
    var form: String?
    let carriesKeys: Bool
    let redaction: Redaction
}

extension Endpoint.Field {
    /// Indicates whether the value contains a key.
    var holdsKey: Bool { value.contains { !$0.keyNames.isEmpty } }

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
