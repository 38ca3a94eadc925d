import Forage
import ForageCore
import ForageSandbox
import JSON
import LoopbackClient
import Platform
import TestPlaces
import Testing

@testable import ForageGallery

@Suite("Answers that are too late", .timeLimit(.minutes(1)))
struct LateTests {
    /// A gallery that keeps answers and waits half a second, before a service that takes a whole one.
    private func gallery(_ sandbox: Sandbox, in folder: TemporaryFolder) throws -> Gallery {
        let configuration = try Configuration(
            registrations: Forage.builtIn,
            environment: ["FORAGE_MEASURE": "false", "FORAGE_TIMEOUT": "0.5"])
        let address = try #require(WebURL(sandbox.origin))
        return try Gallery(
            Forage(configuration, playedBy: address, cache: Cache(in: folder.path, configuration)),
            isPlayed: true)
    }

    @Test("the next search has them")
    func next() async throws {
        let sandbox = try Sandbox(SandboxOptions(arguments: ["--fault", "api.flickr.com:delay=1000"]))
        let gallery = try gallery(sandbox, in: TemporaryFolder())
        func outcome() async throws -> JSONValue {
            let answer = try await gallery.get("/api/v1/search?q=owl+from:flickr").json
            return try #require(answer["outcomes"].elements.first { $0["provider"].string == "flickr" })
        }
        #expect(try await outcome()["result"].string == "timedOut")
        // Whoever asks before it came waits for the same answer.
        var last = try await outcome()
        while last["origin"].string != "cached" { last = try await outcome() }
        #expect(last["result"].string == "answered")
        let log = try await LoopbackConnection.request("/sandbox/requests", port: sandbox.port)
        #expect(log?["X-Sandbox-Count"] == "1")
    }
}
