import JSON
import LoopbackClient
import Testing

@testable import ForageGallery

@Suite("Single items of the gallery", .timeLimit(.minutes(1)))
struct ItemTests {
    private let played: SandboxGallery

    init() throws { played = try SandboxGallery() }

    private func id() async throws -> String {
        let items = try await played.items("/api/v1/search?q=owl+from:flickr&limit=1")
        return try #require(items.first?["id"].string)
    }

    @Test("an item is found by its id, with its pictures")
    func item() async throws {
        let id = try await id()
        let answer = try await played.json("/api/v1/items/\(id)")
        #expect(answer["version"].int == 1)
        #expect(answer["item"]["id"].string == id)
        #expect(answer["item"]["pictures"]["large"].string?.hasPrefix("/images/") == true)
    }

    @Test("an id with every character escaped is the same id")
    func escaped() async throws {
        let id = try #require(
            try await played.items("/api/v1/search?q=owl+from:duckduckgo&limit=1").first?["id"].string)
        let escaped = id.utf8.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.count == 1 ? "0" : "") + digits
        }
        #expect(try await played.json("/api/v1/items/\(escaped.joined())")["item"]["id"].string == id)
    }

    @Test("the credit is available in every form")
    func credit() async throws {
        let id = try await id()
        let credit = try await played.json("/api/v1/items/\(id)/credit")
        let attribution = try await played.json("/api/v1/items/\(id)")["item"]["attribution"]
        for form in ["text", "html", "markdown"] { #expect(credit[form].string == attribution[form].string) }
    }

    @Test("a missing item is 404 and an unavailable one 503, each with a reason")
    func missing() async throws {
        let gone = try await played.get("/api/v1/items/flickr:1")
        #expect(gone.status == 404)
        #expect(
            try gone.json["detail"].string
                == "There is no result flickr:1, or it is no longer available. Search again to find its current ID."
        )
        let failing = try await SandboxGallery("api.flickr.com:500").get("/api/v1/items/flickr:1")
        #expect(failing.status == 503)
        #expect(try failing.json["detail"].string?.contains("flickr") == true)
    }

    @Test("providers are listed with their states")
    func providers() async throws {
        let providers = try await played.json("/api/v1/providers")["providers"].elements
        #expect(providers.contains { $0["id"].string == "unsplash" && $0["state"].string == "ready" })
        // No key is needed if the services are simulated.
        #expect(!providers.flatMap { $0["keys"].elements }.contains { $0["state"].string == "missing" })
    }
}
