internal import ForageCore
internal import JSON
internal import Platform
internal import Synchronization

/// The tokens of services, in memory only. A request that needs a token waits while it is being fetched.
final class Tokens: Sendable {
    private let kept = Mutex<[ProviderID: Token]>([:])
    private let requests = SharedWork<ProviderID, Result<Token, FetchError>>()
    let now: @Sendable () -> ContinuousClock.Instant

    /// The time limit of a request for a token.
    private static let patience: Duration = .seconds(10)

    /// - Parameter now: The clock for the expiry of tokens.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// Returns the stored token of a provider, or requests a new one.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - deadline: The time at which the token is no longer needed.
    ///   - ask: Requests a token from the service.
    /// - Returns: The token.
    /// - Throws: ``FetchError`` if there is none.
    func token(
        of provider: ProviderInfo, by deadline: ContinuousClock.Instant,
        _ ask: @escaping @Sendable (ContinuousClock.Instant) async throws(FetchError) -> Token
    ) async throws(FetchError) -> Token {
        if let token = current(of: provider.id) { return token }
        let deadline = min(deadline, .now + Self.patience)
        while true {
            let (result, end) = try await join(provider, by: deadline, ask)
            // The request was shared, and its first caller had less time.
            if case .failure(.timedOut) = result, deadline > end, .now < deadline, !Task.isCancelled {
                continue
            }
            return try result.get()
        }
    }

    /// Drops a refused token, unless a new one has already replaced it.
    func drop(_ token: Token, of provider: ProviderID) {
        kept.withLock { if $0[provider] === token { $0[provider] = nil } }
    }

    private func current(of provider: ProviderID) -> Token? {
        let now = now()
        return kept.withLock { $0[provider] }.flatMap { $0.renewal > now ? $0 : nil }
    }

    private func join(
        _ provider: ProviderInfo, by deadline: ContinuousClock.Instant,
        _ ask: @escaping @Sendable (ContinuousClock.Instant) async throws(FetchError) -> Token
    ) async throws(FetchError) -> (Result<Token, FetchError>, ContinuousClock.Instant) {
        do throws(SharedWork<ProviderID, Result<Token, FetchError>>.WaitError) {
            let arrival = try await requests.result(of: provider.id, by: deadline) { [self] deadline in
                // It may have arrived since the first check.
                if let token = current(of: provider.id) { return .success(token) }
                do throws(FetchError) {
                    let token = try await ask(deadline)
                    kept.withLock { $0[provider.id] = token }
                    return .success(token)
                } catch {
                    return .failure(error)
                }
            }
            return (arrival.value, arrival.deadline)
        } catch {
            throw error == .late ? .timedOut("\(provider.name) gave no token in time") : .cancelled
        }
    }
}

/// A token from a service, and the time to renew it.
final class Token: Sendable {
    let text: Secret
    let renewal: ContinuousClock.Instant

    /// Parses the answer to a token request (RFC 6749, 5.1); nil if it contains no valid token.
    init?(_ response: Response, at now: ContinuousClock.Instant) {
        guard response.completeness == .whole, let json = try? response.json().root,
            json["token_type"].string.map({ $0.lowercased() == "bearer" }) ?? true,
            let text = json["access_token"].string.flatMap({ Secret($0) })
        else { return nil }
        self.text = text
        // A token without a stated lifetime is used only for a short time.
        let seconds = min(max(json["expires_in"].double ?? Self.usualLife, 0), Self.longestLife)
        renewal = now + .seconds(seconds - min(Self.margin, seconds / 10))
    }

    /// The time in seconds by which a token is renewed before its end, so that it does not expire during a request.
    private static let margin = 60.0
    private static let usualLife = 300.0
    private static let longestLife = 86_400.0
}

extension Response {
    /// Indicates whether the service refuses a token that was valid before (RFC 6750, 3.1).
    var refusesToken: Bool {
        status == 401
            && headers.lines(of: "WWW-Authenticate").contains {
                $0.lowercased().hasPrefix("bearer") && $0.contains("invalid_token")
            }
    }
}

extension NetworkFetcher {
    /// The maximum size of the answer to a token request.
    private static let greatestByteCount = 64 << 10

    /// Returns the token for requests to an address on behalf of a provider; nil if the provider declares none, one of
    /// its keys is missing, or the address is not its own.
    func token(
        for provider: ProviderInfo, at url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Token? {
        guard let spec = provider.token, provider.origins.contains(url.origin),
            let id = resolver.keys.secret(spec.id, of: provider.id),
            let secret = resolver.keys.secret(spec.secret, of: provider.id)
        else { return nil }
        return try await tokens.token(of: provider, by: deadline) { deadline throws(FetchError) in
            let request = KeyedRequest(asking: spec, id.reveal { $0 }, secret.reveal { $0 })
            let response = try await response(
                to: request, .whole(Self.greatestByteCount), for: provider, by: deadline)
            return try token(in: response, of: spec, for: provider)
        }
    }

    private func token(
        in response: Response, of spec: TokenSpec, for provider: ProviderInfo
    ) throws(FetchError) -> Token {
        switch response.status {
        case 200...299:
            guard let token = Token(response, at: tokens.now()) else {
                throw .broken("\(spec.url.host) did not send a usable token")
            }
            return token
        case 400, 401, 403: throw .denied("\(refusal(in: response)); \(provider.adviceOnToken(spec))")
        case 429: throw .throttled(response.rest(at: Date()), refusal(in: response))
        default: throw .broken(refusal(in: response))
        }
    }

    /// Returns the service's own error message (RFC 6749, 5.2). It contains no key, because the answer is already
    /// redacted.
    private func refusal(in response: Response) -> String {
        let json = try? response.json().root
        let words = ["error_description", "error", "detail"].lazy.compactMap { json?[$0].string }.first
        let told = words.map { ": \(String($0.onOneLine.prefix(200)))" } ?? ""
        return "the service did not issue a token (\(response.statusLine))\(told)"
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

extension ProviderInfo {
    /// Returns advice about keys that a service does not accept.
    fileprivate func adviceOnToken(_ spec: TokenSpec) -> String {
        let specs = spec.keyNames.compactMap { name in keys.first { $0.name == name } }
        let names = specs.map { "\($0.name) (\($0.variable))" }.joined(separator: " and ")
        return "check the keys \(names)" + (specs.first.map { "; you can get them at \($0.source)" } ?? "")
    }
}
