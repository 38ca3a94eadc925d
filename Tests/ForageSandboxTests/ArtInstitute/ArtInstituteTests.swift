import JSON
import LoopbackClient
import Testing

@Suite("The simulated Art Institute of Chicago", .timeLimit(.minutes(1)))
struct ArtInstituteTests {
    /// A separate service for each test, because calls are counted.
    private let client: SandboxClient
    private let works = "/api.artic.edu/api/v1/artworks"

    init() throws { client = try SandboxClient() }

    @Test("some works have no picture, and a filter selects works in the public domain")
    func search() async throws {
        let all = try await client.json(
            "\(works)/search?q=bird&limit=100&fields=id,image_id,is_public_domain")
        #expect(all["data"].elements.contains { $0["image_id"].isNull })
        #expect(all["data"].elements.allSatisfy { $0["title"].isMissing && $0["_score"].exists })
        #expect(all["config"]["iiif_url"].string == "https://www.artic.edu/iiif/2")
        let free = try await client.json(
            "\(works)/search?q=bird&limit=100&query%5Bterm%5D%5Bis_public_domain%5D=true")
        #expect(free["data"].elements.allSatisfy { $0["is_public_domain"].bool == true })
        let totals = [all, free].compactMap { $0["pagination"]["total"].int }
        #expect(totals.count == 2 && totals[0] > totals[1])
    }

    @Test("pages continue to the end")
    func pages() async throws {
        let first = try await client.json("\(works)/search?q=bird&limit=10")["pagination"]
        let (total, pages) = (try #require(first["total"].int), try #require(first["total_pages"].int))
        let last = try await client.json("\(works)/search?q=bird&limit=10&page=\(pages)")
        #expect(last["data"].count == (total - 1) % 10 + 1)
        #expect(try await client.json("\(works)?limit=3")["data"].count == 3)
    }

    @Test(
        "an error has its reason",
        arguments: [
            ("/search?q=owl&limit=101", 403, "Invalid limit"), ("/search?q=owl&limit=100&page=10", 200, nil),
            ("/search?q=owl&limit=100&page=11", 403, "Invalid number of results"), ("/1", 404, "Not found"),
            ("/owl", 400, "Invalid syntax"),
        ])
    func refusals(target: String, status: Int, error: String?) async throws {
        let reply = try await client.get(works + target)
        #expect(reply.status == status)
        let json = try JSONDocument(reply.body, mode: .strict).root
        #expect(json["error"].string == error && json["detail"].exists == (error != nil))
        #expect(error == nil || json["status"].int == status)
    }

    @Test("a work is found by its number")
    func work() async throws {
        #expect(try await client.json("\(works)/27003")["data"]["id"].int == 27_003)
    }

    @Test("sixty calls per minute are counted down, then refused with a Retry-After")
    func quota() async throws {
        let first = try await client.get(works + "/27003")
        #expect(first["X-RateLimit-Limit"] == "60" && first["X-RateLimit-Remaining"] == "59")
        for _ in 2...60 { _ = try await client.get(works + "/27003") }
        let refused = try await client.get(works + "/27003")
        #expect(refused.status == 429 && refused["X-RateLimit-Remaining"] == "0")
        #expect(refused["Retry-After"].flatMap { Int($0) }.map { (1...60).contains($0) } == true)
    }

    @Test("the picture host answers programs with a challenge")
    func challenge() async throws {
        let reply = try await client.get("/www.artic.edu/iiif/2/b3974542/full/843,/0/default.jpg")
        #expect(reply.status == 403 && reply["cf-mitigated"] == "challenge")
        #expect(
            reply["Content-Type"] == "text/html; charset=utf-8" && reply.text.contains("Just a moment..."))
    }
}
