import JSON
import LoopbackClient
import TestPlaces
import Testing

@Suite("Services simulated with the samples of their definitions", .timeLimit(.minutes(1)))
struct SampleServicesTests {
    private static let definition = """
        {"about": {"id": "zoo", "hosts": ["https://api.zoo.example"], "keys": [{"name": "k"}]},
         "search": {"url": "https://api.zoo.example/items/search",
                    "query": {"q": "({text}) AND kind:image", "page": "{page}", "key": "{key.k}"}},
         "details": {"url": "https://api.zoo.example/items/{id}", "record": "/one"},
         "items": "/found", "item": {"id": "/id"},
         "paging": {"by": "page"},
         "samples": [
           {"request": {"search": "owl"}, "body": {"found": [{"id": 1}, {"id": 2}]}, "headers": {"X-Page": "one"},
            "items": [{"files": [{"url": "https://pictures.zoo.example/a.png?w=40", "width": 40, "height": 30}]}]},
           {"request": {"search": "owl", "page": "2"}, "body": {"found": [{"id": 3}]}, "items": [{}]},
           {"request": {"search": "zzzz"}, "body": {"found": []}, "items": []},
           {"request": {"search": "owl"}, "body": {"error": "no key"}, "failure": "no key", "items": []},
           {"request": {"details": "1"}, "body": {"one": {"id": 1, "more": true}}, "items": [{}]},
           {"request": {"details": "0"}, "body": {"error": "gone"}, "failure": "gone", "items": []}]}
        """

    private static let client = Result {
        let folder = try TemporaryFolder()
        _ = try folder.write(definition, to: "zoo.json")
        _ = try folder.write("{", to: "broken.json")
        return try SandboxClient("--definitions", folder.path)
    }

    private let client: SandboxClient

    init() throws { client = try Self.client.get() }

    private func found(_ target: String) async throws -> [Int?] {
        try await client.json("/api.zoo.example/items/search?key=k&q=\(target)")["found"].elements.map {
            $0["id"].int
        }
    }

    @Test("a search with the words of the samples finds their pages, and nothing beyond them")
    func pages() async throws {
        #expect(try await found("(owl)+AND+kind:image&page=1") == [1, 2])
        #expect(try await found("(Owl)+AND+kind:image") == [1, 2])
        #expect(try await found("(barn+Owl)+AND+kind:image") == [])
        #expect(try await found("(owl)+AND+kind:image&page=2") == [3])
        #expect(try await found("(owl)+AND+kind:image&page=3") == [])
        #expect(try await found("(toad)+AND+kind:image&page=1") == [])
    }

    @Test("the headers of a sample are sent")
    func headers() async throws {
        let reply = try await client.get("/api.zoo.example/items/search?key=k&q=(owl)+AND+kind:image")
        #expect(reply.status == 200 && reply["X-Page"] == "one")
    }

    @Test("an id is found if a sample has it, and otherwise refused in the words of the service")
    func details() async throws {
        #expect(try await client.json("/api.zoo.example/items/1")["one"]["more"].bool == true)
        #expect(try await client.json("/api.zoo.example/items/3")["one"]["id"].int == 3)
        let refusal = try await client.get("/api.zoo.example/items/7")
        #expect(refusal.status == 404)
        #expect(try JSONDocument(refusal.body).root["error"].string == "gone")
    }

    @Test("a request without the key is refused in the words of the service")
    func key() async throws {
        let refusal = try await client.get("/api.zoo.example/items/search?q=(owl)+AND+kind:image")
        #expect(refusal.status == 401)
        #expect(try JSONDocument(refusal.body).root["error"].string == "no key")
    }

    @Test("other requests, and hosts that no definition names, are unknown")
    func others() async throws {
        #expect(try await client.get("/api.zoo.example/others").status == 404)
        #expect(try await client.get("/api.zoo.example/items/search?q=owl&key=k").status == 404)
        #expect(try await client.get("/museum.example/").status == 421)
    }

    @Test("the pictures in the samples have the stated size")
    func pictures() async throws {
        let picture = try await client.get("/pictures.zoo.example/a.png?w=40")
        #expect(picture.status == 200)
        #expect(Array(picture.body[16..<24]) == [0, 0, 0, 40, 0, 0, 0, 30])
        #expect(try await client.get("/pictures.zoo.example/b.png").status == 404)
    }
}
