import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("The simulated Unsplash", .timeLimit(.minutes(1)))
struct UnsplashServiceTests {
    private let client: SandboxClient
    private static let key = ["Authorization: Client-ID sandbox-accessKey"]

    init() throws { client = try SandboxClient.shared.get() }

    private func get(_ path: String, headers: [String] = key) async throws -> LoopbackReply {
        try await client.get("/api.unsplash.com/\(path)", headers: headers)
    }

    private func json(_ path: String) async throws -> JSONValue {
        try JSONDocument(try await get(path).body, mode: .strict).root
    }

    @Test(
        "a key is required, and only one made up for the sandbox is accepted",
        arguments: [[], ["Authorization: Client-ID real-looking-key"], ["Authorization: Bearer sandbox-x"]])
    func refusesKeys(headers: [String]) async throws {
        let reply = try await get("search/photos?query=owl", headers: headers)
        #expect(reply.status == 401)
        #expect(reply.text == #"{"errors":["OAuth error: The access token is invalid"]}"#)
    }

    @Test("a key may be in the query")
    func keyInQuery() async throws {
        #expect(try await get("photos?client_id=sandbox-accessKey", headers: []).status == 200)
    }

    @Test("a search has its numbers in the body, and one in a header")
    func search() async throws {
        let reply = try await get("search/photos?query=owl&per_page=5&page=2")
        let root = try JSONDocument(reply.body, mode: .strict).root
        let total = try #require(root["total"].int)
        #expect(total > 20)
        #expect(root["results"].count == 5)
        #expect(root["total_pages"].int == (total + 4) / 5)
        #expect(reply["X-Total"] == "\(total + 1)")
        #expect(reply["X-Per-Page"] == "5")
        #expect(reply["X-Ratelimit-Limit"] != nil && reply["X-Ratelimit-Remaining"] != nil)
    }

    @Test("links name the last page before the next, and keep the query")
    func links() async throws {
        let link = try #require(try await get("search/photos?query=silver+owl&per_page=2")["Link"])
        let parts = link.split(separator: ", ").map(String.init)
        #expect(parts.count == 2)
        #expect(parts[0].hasSuffix("; rel=\"last\"") && parts[1].hasSuffix("; rel=\"next\""))
        #expect(parts[1].hasPrefix("<https://api.unsplash.com/search/photos?page=2&query=silver"))
        let beyond = try await get("photos?page=9999")
        #expect(beyond.text == "[]")
        #expect(beyond["Link"]?.contains("rel=\"next\"") == false)
    }

    @Test("the pages of a list contain each photo once")
    func pages() async throws {
        var ids: [String] = []
        for page in 1...5 {
            ids += try await json("search/photos?query=owl&per_page=30&page=\(page)")["results"].elements
                .compactMap { $0["id"].string }
        }
        #expect(Set(ids).count == ids.count)
        #expect(ids.count == (try await json("search/photos?query=owl"))["total"].int)
    }

    @Test(
        "a filter leaves out photos that do not match",
        arguments: [("orientation=portrait", "p"), ("color=teal", "c"), ("content_filter=high", "f")])
    func filters(filter: String, name: String) async throws {
        let all = try #require(try await json("search/photos?query=silver")["total"].int)
        let some = try await json("search/photos?query=silver&per_page=30&\(filter)")
        #expect(try #require(some["total"].int) < all)
        guard name == "p" else { return }
        let photos = some["results"].elements.filter { $0["width"].flexibleInt != nil }
        #expect(!photos.isEmpty)
        for photo in photos {
            #expect(try #require(photo["width"].flexibleInt) < #require(photo["height"].flexibleInt))
        }
    }

    @Test("results are sorted as requested")
    func orders() async throws {
        let latest = try await json("search/photos?query=owl&order_by=latest")["results"].elements
            .compactMap { $0["created_at"].string?.prefix(10) }
        #expect(latest == latest.sorted(by: >))
        let editorial = try await json("search/photos?query=owl&order_by=editorial")["results"].elements
            .compactMap { $0["likes"].int }
        #expect(editorial == editorial.sorted(by: >))
    }

    @Test("photos have the irregularities of the real service")
    func odd() throws {
        let photos = PhotoLibrary(catalogue: CatalogueTests.catalogue).all
        let records = try photos.map { photo in
            try JSONDocument(photo.json(foundBy: "owl").bytes, mode: .strict).root
        }
        #expect(Set(photos.map(\.id)).count == photos.count)
        #expect(Set(photos.map(\.picture)).count == photos.count)
        #expect(records.contains { $0["description"].isNull && $0["alt_description"].isMissing })
        #expect(records.contains { $0["width"].isNull } && records.contains { $0["width"].kind == .string })
        #expect(
            records.contains { $0["user"].isMissing } && records.contains { $0["user"]["last_name"].isNull })
        #expect(records.contains { $0["premium"].bool == true })
        #expect(records.contains { $0["sponsorship"].kind == .object })
        #expect(records.contains { $0["created_at"].string?.hasSuffix("-05:00") == true })
        #expect(records.allSatisfy { $0["tags"][0]["source"]["cover_photo"].kind == .object })
    }

    @Test("a photo is found by its id or slug, with all its details")
    func details() async throws {
        let photo = try #require(
            try await json("search/photos?query=owl")["results"].elements.first { _ in true })
        let id = try #require(photo["id"].string)
        let full = try await json("photos/\(id)")
        #expect(full["id"].string == id)
        #expect(full["exif"].kind == .object && full["location"]["position"].kind == .object)
        #expect(try await json("photos/\(try #require(photo["slug"].string))")["id"].string == id)
        let missing = try await get("photos/nothing-here")
        #expect(missing.status == 404)
        #expect(missing.text == #"{"errors":["Couldn't find Photo"]}"#)
    }

    @Test("a download counts only with the query parameters of its photo")
    func download() async throws {
        let photo = try await json("search/photos?query=owl")["results"][0]
        let address = try #require(photo["links"]["download_location"].string)
        let path = String(address.dropFirst("https://api.unsplash.com/".count))
        let file = try #require(try await json(path)["url"].string)
        #expect(
            file.hasPrefix("https://images.unsplash.com/") || file.hasPrefix("https://plus.unsplash.com/"))
        #expect(try await get(String(path.prefix { $0 != "?" })).status == 401)
        #expect(try await get(path, headers: []).status == 401)
    }

    @Test(
        "an invalid request is refused with a sentence",
        arguments: [
            ("search/photos", 400, "query is missing"), ("collections", 404, "Not found"),
            ("photos/a/b/c", 404, "Not found"),
        ])
    func refusals(path: String, status: Int, sentence: String) async throws {
        let reply = try await get(path)
        #expect(reply.status == status)
        #expect(reply.text == "{\"errors\":[\"\(sentence)\"]}")
    }

    @Test("an allowance counts down to zero, and is restored at the full hour")
    func allowance() {
        let allowance = HourAllowance(2)
        let times = [7_199 - 3_000, 7_198, 7_199, 7_200]
        #expect(times.map { allowance.take(at: $0) } == [1, 0, nil, 1])
    }
}
