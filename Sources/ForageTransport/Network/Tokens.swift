internal import ForageCore
internal import JSON
internal import Platform
internal import Synchronization

/// The tokens that services gave, in memory only. A request that needs one while it is being fetched waits for it.
final class Tokens: Sendable {
    private let kept = Mutex<[ProviderID: Token]>([:])
    private let requests = SharedWork<ProviderID, Result<Token, FetchError>>()
    let now: @Sendable () -> ContinuousClock.Instant

    /// The longest that a request for a token may take.
    private static let patience: Duration = .seconds(10)

    /// - Parameter now: The clock by which they end.
    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// The token of a provider that is kept, else another one.
    ///
    /// - Parameters:
    ///   - provider: Whose it is.
    ///   - deadline: When it is of no more use.
    ///   - ask: Asks the service for one.
    /// - Returns: The token.
    /// - Throws: ``FetchError`` when there is none.
    func token(
        of provider: ProviderInfo, by deadline: ContinuousClock.Instant,
        _ ask: @escaping @Sendable (ContinuousClock.Instant) async throws(FetchError) -> Token
    ) async throws(FetchError) -> Token {
        if let token = current(of: provider.id) { return token }
        let deadline = min(deadline, .now + Self.patience)
        while true {
            let (result, end) = try await join(provider, by: deadline, ask)
            // The one that asked first had less time.
            if case .failure(.timedOut) = result, deadline > end, .now < deadline, !Task.isCancelled {
                continue
            }
            return try result.get()
        }
    }

    /// Forgets a token that is refused, unless another one took its place.
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
                // It may have come since it was looked for.
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

/// A token that a service gave, and when another one is to be asked for.
final class Token: Sendable {
    let text: Secret
    let renewal: ContinuousClock.Instant

    /// Reads the answer to the request for it (RFC 6749, 5.1); nil where that holds no token that can be sent.
    init?(_ response: Response, at now: ContinuousClock.Instant) {
        guard response.completeness == .whole, let json = try? response.json().root,
            json["token_type"].string.map({ $0.lowercased() == "bearer" }) ?? true,
            let text = json["access_token"].string.flatMap({ Secret($0) })
        else { return nil }
        self.text = text
        // One that does not say how long it holds is not trusted for long.
        let seconds = min(max(json["expires_in"].double ?? Self.usualLife, 0), Self.longestLife)
        renewal = now + .seconds(seconds - min(Self.margin, seconds / 10))
    }

    /// In seconds: so long before its end, a token may end on the way.
    private static let margin = 60.0
    private static let usualLife = 300.0
    private static let longestLife = 86_400.0
}

extension Response {
    /// Whether a token is refused that was good once (RFC 6750, 3.1).
    var refusesToken: Bool {
        status == 401
            && headers.lines(of: "WWW-Authenticate").contains {
                $0.lowercased().hasPrefix("bearer") && $0.contains("invalid_token")
            }
    }
}

extension NetworkFetcher {
    /// The most that is read of the answer to the request for a token.
    private static let greatestByteCount = 64 << 10

    /// The token that goes with requests to an address on behalf of a provider; nil where none does, because it declares
    /// none, both keys are not there, or the address is not its own.
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

extension ProviderInfo {
    /// Advice for keys that a service does not accept.
    fileprivate func adviceOnToken(_ spec: TokenSpec) -> String {
        let specs = spec.keyNames.compactMap { name in keys.first { $0.name == name } }
        let names = specs.map { "\($0.name) (\($0.variable))" }.joined(separator: " and ")
        return "check the keys \(names)" + (specs.first.map { "; they are to be had at \($0.source)" } ?? "")
    }
}
