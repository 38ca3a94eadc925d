import LoopbackClient

/// A sandbox of one test alone, in which DuckDuckGo answers at once and Cocoacasts takes its time.
struct SlowSandbox {
    private let program: RunningProgram
    private let address: String

    init(in place: Place, milliseconds: Int) async throws {
        program = try RunningProgram(
            [
                "forage-sandbox", "--fault",
                "cocoacasts.s3.us-west-1.amazonaws.com:delay=\(milliseconds)",
            ], in: place)
        address = try await program.address()
    }

    static let options = ["--sandbox", "--no-measure", "-p", "duckduckgo,cocoacasts"]

    var environment: [String: String] { ["FORAGE_SANDBOX": address, "LANG": "C.UTF-8"] }

    /// How many requests to services it has seen.
    func requestCount() async throws -> Int {
        let port = Int(address.split(separator: ":").last?.prefix { $0 != "/" } ?? "") ?? 0
        let log = try await LoopbackConnection.request("/sandbox/requests", port: port)
        return Int(log?["X-Sandbox-Count"] ?? "") ?? 0
    }

    func end() async throws {
        program.interrupt()
        _ = try await program.ending()
    }
}
