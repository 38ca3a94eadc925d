internal import HTTPServer
internal import Synchronization

/// Who asks Openverse: anybody, or one with a token that was given for client credentials.
final class OpenverseClients: Sendable {
    /// Whom a request is from.
    enum Client: Hashable {
        case anonymous
        case known(String)
    }

    private struct State {
        var tokens: [String: (client: String, end: ContinuousClock.Instant)] = [:]
        var allowances: [Client: SlidingAllowance] = [:]
    }

    private let state = Mutex(State())
    private let now: @Sendable () -> ContinuousClock.Instant

    /// How long a token holds, in seconds.
    static let tokenLife = 43_200

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Whom a request is from; nil where its token is unknown or has expired.
    func client(of request: SandboxRequest) -> Client? {
        guard let field = request.headers["Authorization"] else { return .anonymous }
        guard field.hasPrefix("Bearer ") else { return nil }
        let known = state.withLock { $0.tokens[String(field.dropFirst("Bearer ".count))] }
        return known.flatMap { $0.end > now() ? .known($0.client) : nil }
    }

    /// Takes one request of a client's.
    ///
    /// - Returns: In how many seconds it may be made, if not now.
    func take(from client: Client) -> Int? {
        state.withLock { state in
            let limits = client == .anonymous ? (20, 200) : (100, 10_000)
            return state.allowances[
                client, default: SlidingAllowance(perMinute: limits.0, perDay: limits.1)
            ].take(at: now())
        }
    }

    /// Gives a token for client credentials. Real ones must never get here, so only those made up for a sandbox are taken.
    func token(for request: SandboxRequest) -> HTTPServerResponse {
        guard request.method == "POST" else { return .text("Method Not Allowed", status: 405) }
        let form = RequestTarget("/?" + String(decoding: request.body, as: UTF8.self))?.query ?? []
        let fields = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        guard fields["grant_type"] == "client_credentials" else {
            return .json(["error": "unsupported_grant_type"]).with(status: 400)
        }
        guard let id = fields["client_id"], id.hasPrefix("sandbox-"),
            fields["client_secret"]?.hasPrefix("sandbox-") == true
        else { return .json(["error": "invalid_client"]).with(status: 401) }
        let token = state.withLock { state in
            let token = "played-token-\(state.tokens.count + 1)-of-openverse"
            state.tokens[token] = (id, now() + .seconds(Self.tokenLife))
            return token
        }
        return .json([
            "access_token": .string(token), "expires_in": .number(Self.tokenLife), "token_type": "Bearer",
            "scope": "read write throttle",
        ]).with(["Cache-Control": "no-store"])
    }
}
