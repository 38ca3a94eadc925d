import JSON
import LoopbackClient
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A running `forage serve`. A request to it fails if nothing is answered for ten seconds.
struct TeamGallery {
    private let program: RunningProgram
    private let port: Int

    init(_ program: RunningProgram) async throws {
        self.program = program
        port = try await program.port()
    }

    /// The condition of its store, as it states it.
    func condition() async throws -> String? { try await json("/healthz")["store"].string }

    /// Waits at most a minute until the condition of its store is another one.
    func wait(until condition: String) async throws {
        let end = ContinuousClock.now + .seconds(60)
        while try await self.condition() != condition {
            try #require(ContinuousClock.now < end, "The store is never \(condition).")
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// The IDs of the items that it finds.
    func items(_ words: String) async throws -> [String] {
        let found = try await json("/api/v1/search?q=from:duckduckgo+\(words)")
        return found["items"].list.compactMap { $0["id"].string }
    }

    private func json(_ path: String) async throws -> JSONValue {
        let reply = try await LoopbackConnection.request(path, port: port)
        return try JSONDocument(#require(reply).body, mode: .strict).root
    }

    func end() async throws -> RunningProgram.Ending {
        kill(program.process, SIGTERM)
        return try await program.ending()
    }
}
