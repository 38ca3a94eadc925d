import Forage
import ForageCore
import HTTPServer
import JSON
import LoopbackClient
import Synchronization
import Testing

@testable import ForageGallery

@Suite("Collections of the gallery", .timeLimit(.minutes(1)))
struct CollectionTests {
    private final class StubStore: CollectionStore {
        private let kept = Mutex<[String: [ItemID]]>([:])

        func collections() -> [ItemCollection]? {
            kept.withLock { kept in
                kept.sorted { $0.key < $1.key }.map { ItemCollection(name: $0.key, count: $0.value.count) }
            }
        }

        func items(of name: String) -> [ItemID]? { kept.withLock { $0[name] ?? [] } }

        func change(_ name: String, adding added: [ItemID], removing removed: [ItemID]) -> Bool {
            kept.withLock { kept in
                let items = (kept[name] ?? []).filter { !removed.contains($0) } + added
                kept[name] = items.isEmpty ? nil : items
            }
            return true
        }
    }

    private let gallery: Gallery

    init() throws {
        gallery = try Gallery(Forage(try Configuration(layers: [], registrations: []))) {
            $0.collections = StubStore()
        }
    }

    private func post(
        _ body: String, to name: String = "Birds", type: String = "application/json"
    ) async throws -> LoopbackReply {
        try #require(
            try await LoopbackConnection.request(
                "/api/v1/collections/\(name)/items", port: gallery.port, method: "POST",
                headers: ["Content-Type: \(type)"], body: body))
    }

    @Test("items are put into a collection and taken out, and the list says how many there are")
    func changes() async throws {
        #expect(try await gallery.get("/api/v1/collections").json["collections"].count == 0)
        let added = try await post(#"{"add": ["flickr:1", "commons:a b"]}"#, to: "Barn%20owls")
        #expect(added.status == 200)
        let collection = try added.json["collections"][0]
        #expect(collection["name"].string == "Barn owls" && collection["count"].int == 2)
        let items = try await gallery.get("/api/v1/collections/Barn%20owls").json
        #expect(items["items"].elements.map { $0["id"].string } == ["flickr:1", "commons:a%20b"])
        let removed = try await post(#"{"remove": ["flickr:1", "commons:a b"]}"#, to: "Barn%20owls")
        #expect(try removed.json["collections"].count == 0)
        #expect(try await gallery.get("/api/v1/collections/Barn%20owls").status == 404)
    }

    @Test(
        "a body that is no change is refused",
        arguments: ["", "{}", "[]", #"{"add": "flickr:1"}"#, #"{"add": ["owl"]}"#, #"{"add": [1]}"#])
    func refused(body: String) async throws { #expect(try await post(body).status == 400) }

    @Test("a form of another site, and a name of several lines, change nothing")
    func names() async throws {
        let body = #"{"add": ["flickr:1"]}"#
        #expect(try await post(body, type: "text/plain").status == 415)
        #expect(try await post(body, to: "a%0Ab").status == 400)
        #expect(try await gallery.get("/api/v1/collections").json["collections"].count == 0)
    }
}
