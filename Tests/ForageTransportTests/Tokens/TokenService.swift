import ForageCore
import HTTPServer
import Synchronization

@testable import ForageTransport

/// A service that issues tokens for client credentials, and repeats the authorization of every request.
final class TokenService: Sendable {
    static let id = "canary/client+id"
    static let secret = "canary/client+secret"

    private struct State {
        var forms: [String] = []
        var tokens: Set<String> = []
        var requests: [HTTPServerRequest] = []
    }

    private let server: HTTPServer
    private let handler = Handler()
    private let offset = Mutex(Duration.zero)
    private let start = ContinuousClock.now

    /// Starts the server; every token request is refused if a refusal is given.
    init(refusing refusal: HTTPServerResponse? = nil) throws {
        server = try HTTPServer { [handler] request in
            guard request.path == "/token" else { return handler.echo(request) }
            try? await Task.sleep(for: .milliseconds(50))
            return handler.token(for: request, refusal)
        }
    }

    private final class Handler: Sendable {
        let state = Mutex(State())

        func token(for request: HTTPServerRequest, _ refusal: HTTPServerResponse?) -> HTTPServerResponse {
            state.withLock { state in
                state.forms.append("\(request.method) \(String(decoding: request.body, as: UTF8.self))")
                if let refusal { return refusal }
                let token = "canary-token-\(state.forms.count)"
                state.tokens.insert(token)
                return .text(#"{"access_token": "\#(token)", "token_type": "Bearer", "expires_in": 600}"#)
            }
        }

        func echo(_ request: HTTPServerRequest) -> HTTPServerResponse {
            state.withLock { state in
                state.requests.append(request)
                let field = request.headers["Authorization"]
                if let field, !state.tokens.contains(String(field.dropFirst("Bearer ".count))) {
                    var refusal = HTTPServerResponse.text("no such token", status: 401)
                    refusal.headers["WWW-Authenticate"] = #"Bearer realm="api",error="invalid_token""#
                    return refusal
                }
                return .text("you sent \(field ?? "nothing")")
            }
        }
    }

    var url: WebURL { .loopback(server.port, "/pictures") }
    /// The requests for a token.
    var forms: [String] { handler.state.withLock(\.forms) }
    /// The authorization of every other request.
    var sent: [String?] { handler.state.withLock { $0.requests.map { $0.headers["Authorization"] } } }

    /// Rejects all tokens issued so far.
    func forgetTokens() { handler.state.withLock { $0.tokens = [] } }

    /// The clock for the expiry of tokens.
    var now: @Sendable () -> ContinuousClock.Instant {
        { [self] in start + offset.withLock(\.self) }
    }

    func advance(by duration: Duration) { offset.withLock { $0 += duration } }

    var info: ProviderInfo {
        var info = SampleProvider.info(at: url)
        info.keys = [
            KeySpec("id", variable: "SAMPLE_ID", isRequired: false, page: "https://sample.example/keys"),
            KeySpec(
                "secret", variable: "SAMPLE_SECRET", isRequired: false, page: "https://sample.example/keys"),
        ]
        info.token = TokenSpec(.loopback(server.port, "/token"), id: "id", secret: "secret")
        return info
    }

    func fetcher(_ keys: [String: String] = ["id": id, "secret": secret]) -> NetworkFetcher {
        NetworkFetcher(
            engine: CurlEngine(), keys: KeyRing(["sample": keys.compactMapValues { Secret($0) }]),
            userAgent: UserAgent(version: "0.0.0", contact: "https://forage.example/about"), now: now)
    }
}
