import JSON
import LoopbackClient
import Testing

extension SharedSandbox {
    /// The number of remembered requests that search for a text; services are asked without quotes.
    static func requestCount(about words: String) async throws -> Int {
        let asked = words.filter { $0 != "\"" }
        return try await requests(at: address.get()).count { $0["parameters"]["q"].string == asked }
    }

    /// The last requests to a sandbox.
    static func requests(at address: String) async throws -> [JSONValue] {
        let port = address.split(separator: ":").last.flatMap { Int($0.prefix { $0 != "/" }) }
        let log = try await LoopbackConnection.request("/sandbox/requests", port: #require(port))
        return try JSONDocument(#require(log).body, mode: .strict).root.list
    }
}
