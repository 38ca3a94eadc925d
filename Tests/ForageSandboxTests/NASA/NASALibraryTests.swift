import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite("The simulated NASA library", .timeLimit(.minutes(1)))
struct NASALibraryTests {
    private let client: SandboxClient
    private let search = "/images-api.nasa.gov/search?media_type=image&"

    init() throws { client = try SandboxClient.shared.get() }

    private func items(_ query: String) async throws -> [JSONValue] {
        Array(try await client.json(search + query)["collection"]["items"].elements)
    }

    private func sizeNames(_ item: JSONValue) -> [String] {
        item["links"].elements.compactMap { link in
            link["href"].string?.split(separator: "~").last.map { String($0.prefix { $0 != "." }) }
        }
    }

    @Test("the files of a picture have no fixed order, and some pictures have none")
    func links() async throws {
        let items = try await items("q=bird")
        let orders = Set(items.map(sizeNames))
        #expect(orders.contains([]))
        #expect(orders.count > 10)
        #expect(orders.contains { $0.count == 5 && $0.first != "thumb" })
        #expect(items.contains { $0["links"].isMissing })
    }

    @Test("some addresses contain spaces or use http:")
    func addresses() async throws {
        let addresses = try await items("q=bird").flatMap {
            $0["links"].elements.compactMap(\.["href"].string)
        }
        #expect(addresses.contains { $0.contains(" ") })
        #expect(addresses.contains { $0.hasPrefix("http:") })
        #expect(addresses.contains { $0.hasPrefix("https:") })
    }

    @Test("a file has the size that its link states")
    func files() async throws {
        let links = try await items("q=owl").flatMap { $0["links"].elements }
        #expect(links.count > 10)
        for link in links.prefix(10) {
            let address = try #require(link["href"].string?.split(separator: "/", maxSplits: 1).last)
            let target = address.split(separator: " ").joined(separator: "%20")
            let reply = try await client.get("/" + target.drop { $0 == "/" })
            let sides = [16, 20].map { reply.body[$0..<$0 + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(sides == [link["width"].int, link["height"].int])
        }
        let missing = try await client.get("/images-assets.nasa.gov/image/PIA1/PIA1~orig.png")
        #expect(missing.status == 403 && missing.text.contains("AccessDenied"))
    }

    @Test("a picture is found by its id, and its files are listed")
    func byID() async throws {
        let ids = try await items("q=owl").compactMap { $0["data"][0]["nasa_id"].string }
        let id = try #require(ids.first { !$0.contains(" ") })
        let found = try await client.json("/images-api.nasa.gov/search?nasa_id=\(id)")["collection"]
        #expect(found["metadata"]["total_hits"].int == 1 && found["items"].count == 1)
        let assets = try await client.json("/images-api.nasa.gov/asset/\(id)")["collection"]["items"]
        #expect(assets.elements.contains { $0["href"].string?.hasSuffix("metadata.json") == true })
        #expect(try await items("nasa_id=NONE").isEmpty)
        #expect(try await client.get("/images-api.nasa.gov/asset/NONE").status == 404)
    }

    @Test("pages continue to the end")
    func pages() async throws {
        let first = try await client.json(search + "q=bird&page_size=10")["collection"]
        let total = try #require(first["metadata"]["total_hits"].int)
        #expect(first["links"][0]["rel"].string == "next")
        let last = try await client.json(search + "q=bird&page_size=10&page=\((total + 9) / 10)")[
            "collection"]
        #expect(last["items"].count == (total - 1) % 10 + 1)
        #expect(last["links"].elements.compactMap(\.["rel"].string) == ["prev"])
    }

    @Test(
        "past 100 pages or 10,000 results nothing more is returned",
        arguments: [("page=101&page_size=1", 400), ("page=100", 200), ("page=101", 400), ("page=9", 200)])
    func limit(query: String, status: Int) async throws {
        let reply = try await client.get(search + "q=owl&" + query)
        #expect(reply.status == status)
        let reason = "Maximum number of search results have been displayed. Please refine your search."
        #expect(reply.text.contains(reason) == (status == 400))
    }

    @Test("answers may be cached for five minutes")
    func headers() async throws {
        let reply = try await client.get(search + "q=owl")
        #expect(reply["Cache-Control"] == "public, max-age=300, s-maxage=600")
        #expect(reply["Content-Type"] == "application/json; charset=UTF-8")
        #expect(try await client.get("/images-api.nasa.gov/search").status == 400)
    }

    @Test("the file host lists recent pictures, the newest first, and popular ones")
    func lists() async throws {
        let recent = try await client.json("/images-assets.nasa.gov/recent.json")["collection"]["items"]
        let days = recent.elements.compactMap { $0["data"][0]["date_created"].string }
        #expect(days.count == 100 && days == days.sorted(by: >))
        let popular = try await client.json("/images-assets.nasa.gov/popular.json")["collection"]["items"]
        #expect(popular.count == 100)
    }
}
