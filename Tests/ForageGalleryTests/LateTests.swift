import Forage
import ForageCore
import ForageSandbox
import JSON
import LoopbackClient
import Platform
import TestPlaces
import Testing

@testable import ForageGallery

@Suite("Late answers", .timeLimit(.minutes(1)))
struct LateTests {
    /// A gallery with a cache and a timeout of half a second, before a service that takes a second.
    private func gallery(_ sandbox: Sandbox, in folder: TemporaryFolder) throws -> Gallery {
        let configuration = try Configuration(
            registrations: Forage.builtIn,
            environment: ["FORAGE_MEASURE": "false", "FORAGE_TIMEOUT": "0.5"])
        let address = try #require(WebURL(sandbox.origin))
        return try Gallery(
            Forage(configuration, sendingEverythingTo: address, cache: Cache(in: folder.path, configuration))
        ) { $0.isPlayed = true }
    }

    @Test("a late answer is cached for the next search")
    func next() async throws {
        let sandbox = try Sandbox(SandboxOptions(arguments: ["--fault", "api.flickr.com:delay=1000"]))
        let gallery = try gallery(sandbox, in: TemporaryFolder())
        func outcome() async throws -> JSONValue {
            let answer = try await gallery.get("/api/v1/search?q=owl+from:flickr").json
            return try #require(answer["outcomes"].elements.first { $0["provider"].string == "flickr" })
        }
        #expect(try await outcome()["result"].string == "timedOut")
        // A search before the answer arrives waits for the same answer.
        var last = try await outcome()
        while last["origin"].string != "cached" { last = try await outcome() }
        #expect(last["result"].string == "answered")
        let log = try await LoopbackConnection.request("/sandbox/requests", port: sandbox.port)
        #expect(log?["X-Sandbox-Count"] == "1")
    }
}
