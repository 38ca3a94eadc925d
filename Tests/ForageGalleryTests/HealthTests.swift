import Forage
import ForageCore
import JSON
import LoopbackClient
import Platform
import TestPlaces
import Testing

@testable import ForageGallery

@Suite("Health of the gallery", .timeLimit(.minutes(1)))
struct HealthTests {
    @Test("it is ready while any provider can be asked, and counts the states of all")
    func ready() async throws {
        let reply = try await SandboxGallery().get("/healthz")
        #expect(reply.status == 200)
        let health = try reply.json
        #expect(health["status"].string == "ready")
        #expect((health["providers"]["ready"].int ?? 0) >= 4)
        #expect(health["providers"]["throttled"].int == 0)
        #expect(health["openBreakers"].int == 0)
        #expect(health["store"].string == "none")
    }

    @Test("it is not ready if no provider can be asked")
    func nobody() async throws {
        let settings = Forage.builtIn.map { #""\#($0.info.id)": { "enabled": false }"# }
        let text = #"{ "providers": { \#(settings.joined(separator: ", ")) } }"#
        let configuration = try Configuration(
            layers: [.userFile("/config.json", .bytes(Array(text.utf8)))], registrations: Forage.builtIn)
        let reply = try await Gallery(Forage(configuration)).get("/healthz")
        #expect(reply.status == 503)
        #expect(try reply.json["status"].string == "unavailable")
        #expect(try reply.json["providers"]["off"].int == Forage.builtIn.count)
    }

    @Test("a provider that keeps failing has an open breaker")
    func breakers() async throws {
        let played = try SandboxGallery("api.duckduckgo.com:500")
        for word in ["owl", "heron", "wren", "finch"] {
            _ = try await played.get("/api/v1/search?q=\(word)+from:duckduckgo")
        }
        let health = try await played.json("/healthz")
        #expect(health["openBreakers"].int == 1)
        #expect(health["providers"]["throttled"].int == 1)
        #expect(health["status"].string == "ready")
    }

    @Test("the store is tested, and a broken one does not make the gallery unready")
    func store() async throws {
        let folder = try TemporaryFolder()
        let configuration = try Configuration(registrations: Forage.builtIn)
        func health(in path: String) async throws -> JSONValue {
            let cache = Cache(in: path, configuration)
            return try await Gallery(Forage(configuration, cache: cache)).get("/healthz").json
        }
        #expect(try await health(in: folder.path + "/cache")["store"].string == "usable")
        try Data().write(to: URL(filePath: folder.path + "/file"))
        let broken = try await health(in: folder.path + "/file/cache")
        #expect(broken["store"].string == "unwritable")
        #expect(broken["status"].string == "ready")
    }
}
