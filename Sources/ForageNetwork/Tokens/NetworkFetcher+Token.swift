internal import Essentials
internal import ForageCore
internal import JSON

extension NetworkFetcher {
    /// The most that is read of the answer to the request for a token.
    private static let greatestByteCount = 64 << 10

    /// The token that goes with requests to an address on behalf of a provider; nil where none does, because it declares
    /// none, both keys are not there, or the address is not its own.
    func token(
        for provider: About, at url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Token? {
        guard let spec = provider.token, provider.origins.contains(url.origin),
            let id = resolver.keys.secret(spec.id, of: provider.id),
            let secret = resolver.keys.secret(spec.secret, of: provider.id)
        else { return nil }
        return try await tokens.token(of: provider, by: deadline) { deadline throws(FetchFailure) in
            let request = KeyedRequest(asking: spec, id.reveal { $0 }, secret.reveal { $0 })
            let response = try await response(
                to: request, .whole(Self.greatestByteCount), for: provider, by: deadline)
            return try token(in: response, of: spec, for: provider)
        }
    }

    private func token(
        in response: Response, of spec: TokenSpec, for provider: About
    ) throws(FetchFailure) -> Token {
        switch response.status {
        case 200...299:
            guard let token = Token(response, at: tokens.now()) else {
                throw .broken("\(spec.url.host) answered no token that can be used")
            }
            return token
        case 400, 401, 403: throw .denied("\(refusal(in: response)); \(provider.adviceOnToken(spec))")
        case 429: throw .throttled(response.rest(at: Date()), refusal(in: response))
        default: throw .broken(refusal(in: response))
        }
    }

    /// The service's own word (RFC 6749, 5.2). It repeats no key: those were taken out of the answer.
    private func refusal(in response: Response) -> String {
        let json = try? response.json().root
        let words = ["error_description", "error", "detail"].lazy.compactMap { json?[$0].string }.first
        let told = words.map { ": \(String($0.onOneLine.prefix(200)))" } ?? ""
        return "the service gave no token (\(response.statusLine))\(told)"
    }
}

extension KeyedRequest {
    fileprivate init(asking spec: TokenSpec, _ id: String, _ secret: String) {
        let fields = [("grant_type", "client_credentials"), ("client_id", id), ("client_secret", secret)]
        self.init(
            method: .post, url: spec.url, shownURL: spec.url, headers: Headers(),
            form: fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&"),
            carriesKeys: true, redaction: Redaction(of: [id, secret]))
    }
}

extension About {
    /// What to do where a service takes the two keys for none of its own.
    fileprivate func adviceOnToken(_ spec: TokenSpec) -> String {
        let specs = spec.keyNames.compactMap { name in keys.first { $0.name == name } }
        let names = specs.map { "\($0.name) (\($0.variable))" }.joined(separator: " and ")
        return "check the keys \(names)" + (specs.first.map { "; they are to be had at \($0.source)" } ?? "")
    }
}
