import ForageSandbox
import JSON
import LoopbackClient
import Testing

/// A client of a new sandbox, or of the one that tests without side effects share.
struct SandboxClient {
    static let shared = Result { try SandboxClient() }

    let sandbox: Sandbox

    init(_ arguments: String...) throws {
        sandbox = try Sandbox(try SandboxOptions(arguments: arguments))
    }

    func get(
        _ target: String, method: String = "GET", headers: [String] = [], limit: Int = 1 << 24
    ) async throws -> LoopbackReply {
        try #require(
            try await LoopbackConnection.request(
                target, port: sandbox.port, method: method, headers: headers, limit: limit))
    }

    func json(_ target: String, headers: [String] = []) async throws -> JSONValue {
        try JSONDocument(try await get(target, headers: headers).body, mode: .strict).root
    }

    /// The answer to a search whose words are already encoded for a query.
    func search(_ words: String, _ parameters: String = "&format=json&no_redirect=1&no_html=1") async throws
        -> JSONValue
    {
        try await json("/api.duckduckgo.com/?q=\(words)\(parameters)")
    }
}
