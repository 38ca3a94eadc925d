import LoopbackClient

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A separate sandbox in which DuckDuckGo answers at once and Cocoacasts is slow, or the reverse.
struct SlowSandbox {
    private let program: RunningProgram
    private let address: String

    /// The services that are slow.
    enum Slow: String {
        case cocoacasts = "cocoacasts.s3.us-west-1.amazonaws.com"
        case duckDuckGo = "api.duckduckgo.com"
    }

    init(in place: Place, _ slow: Slow = .cocoacasts, milliseconds: Int) async throws {
        program = try RunningProgram(
            ["forage-sandbox", "--fault", "\(slow.rawValue):delay=\(milliseconds)"], in: place)
        address = try await program.address()
    }

    static let options = ["--no-measure"] + both
    private static let both = ["--sandbox", "-p", "duckduckgo,cocoacasts"]

    var environment: [String: String] { ["FORAGE_SANDBOX": address, "LANG": "C.UTF-8"] }

    /// The number of requests to services so far.
    func requestCount() async throws -> Int {
        let port = Int(address.split(separator: ":").last?.prefix { $0 != "/" } ?? "") ?? 0
        let log = try await LoopbackConnection.request("/sandbox/requests", port: port)
        return Int(log?["X-Sandbox-Count"] ?? "") ?? 0
    }

    /// The ending of a search that is interrupted after the quick results are written and before the slow ones arrive.
    static func interruptedSearch(
        _ words: [String], in place: Place, _ slow: Slow = .cocoacasts, by signal: Int32 = SIGINT
    ) async throws -> RunningProgram.Ending {
        let slow = try await SlowSandbox(in: place, slow, milliseconds: 60_000)
        let search = try RunningProgram(
            ["forage", "search", "-f", "jsonl", "--timeout", "50"] + words + both, in: place,
            environment: slow.environment)
        try await search.line(containing: "\"pageURL\"")
        kill(search.process, signal)
        let ending = try await search.ending(within: .seconds(30))
        try await slow.end()
        return ending
    }

    func end() async throws {
        program.interrupt()
        _ = try await program.ending()
    }
}
