import JSON
import LoopbackClient
import Testing

extension SharedSandbox {
    /// How many of the requests that it remembers search for something; services are asked without quotes.
    static func requestCount(about words: String) async throws -> Int {
        let port = try address.get().split(separator: ":").last.flatMap { Int($0.prefix { $0 != "/" }) }
        let log = try await LoopbackConnection.request("/sandbox/requests", port: #require(port))
        let entries = try JSONDocument(#require(log).body, mode: .strict).root
        let asked = words.filter { $0 != "\"" }
        return entries.list.count { $0["parameters"]["q"].string == asked }
    }
}
