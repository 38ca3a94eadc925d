import JSON
import LoopbackClient
import Testing

@Suite("Simulated services of the definitions", .timeLimit(.minutes(1)))
struct DefinedServicesTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient.shared.get() }

    @Test("Openverse returns pages of up to twenty to the end")
    func openverse() async throws {
        let first = try await client.json("/api.openverse.org/v1/images/?q=bird&page_size=20")
        #expect(first["results"].count == 20)
        let count = try #require(first["page_count"].int)
        let last = try await client.json("/api.openverse.org/v1/images/?q=bird&page_size=20&page=\(count)")
        #expect(last["results"].count > 0)
        let beyond = try await client.json("/api.openverse.org/v1/images/?q=bird&page=\(count + 1)")
        #expect(beyond["results"].count == 0)
    }

    @Test("Openverse returns results for adults only if the request mentions them")
    func openverseContent() async throws {
        let start = "/api.openverse.org/v1/images/?q=light"
        func flags(_ more: String) async throws -> Set<Bool?> {
            let results = try await client.json(start + more)["results"].elements
            return Set(results.map { $0["mature"].bool })
        }
        #expect(try await flags("") == [false])
        #expect(try await flags("&mature=true&page=1") == [true, false])
        #expect(try await flags("&mature=false&page=1") == [true, false])
    }

    @Test("Openverse refuses long queries, and large pages without a token")
    func refusals() async throws {
        let start = "/api.openverse.org/v1/images/?q="
        #expect(try await client.get(start + String(repeating: "owl%20", count: 51)).status == 400)
        #expect(try await client.get(start + "owl&page_size=21").status == 401)
    }

    @Test("Commons has no query result if nothing is found, and continues by offset")
    func commons() async throws {
        let start = "/commons.wikimedia.org/w/api.php?action=query&format=json&gsrlimit=3&gsrsearch="
        let found = try await client.json(start + "filetype:bitmap%20owl")
        #expect(found["query"]["pages"].count == 3 && found["continue"]["gsroffset"].int == 3)
        let nothing = try await client.json(start + "zzzz")
        #expect(nothing["query"].isMissing && nothing["batchcomplete"].bool == true)
    }

    @Test("Commons returns pages in the order of their ids, each with a rank")
    func order() async throws {
        let pages = try await client.json(Self.search + "owl")["query"]["pages"].elements
        let ids = pages.compactMap { $0["pageid"].int }
        let ranks = pages.compactMap { $0["index"].int }
        #expect(ids == ids.sorted())
        #expect(ranks.sorted() == Array(1...ids.count) && ranks != ranks.sorted())
    }

    @Test(
        "Commons' answers may be cached for as long as the request says",
        arguments: [
            ("", "private, must-revalidate, max-age=0"),
            ("&maxage=3600&smaxage=60", "s-maxage=60, max-age=3600, public"),
        ])
    func caching(parameters: String, header: String) async throws {
        let reply = try await client.get(Self.search + "owl" + parameters)
        #expect(reply["Cache-Control"] == header)
    }

    @Test("Commons returns the next larger copy, with the requested width")
    func copies() async throws {
        let pages = try await client.json(Self.search + "owl&iiurlwidth=640")["query"]["pages"].elements
        let copies = pages.map { $0["imageinfo"][0] }.filter { $0["width"].int.map { $0 > 960 } == true }
        try #require(!copies.isEmpty)
        for copy in copies {
            #expect(copy["thumbwidth"].int == 640)
            #expect(copy["thumburl"].string?.contains("960px-") == true)
        }
    }

    private static let search =
        "/commons.wikimedia.org/w/api.php?action=query&format=json&gsrlimit=8&gsrsearch="

    @Test("Commons' files have their stated size")
    func files() async throws {
        let found = try await client.json(Self.search + "owl&iiurlwidth=960")
        for page in found["query"]["pages"].elements {
            let info = page["imageinfo"][0]
            let path = try #require(info["thumburl"].string?.dropFirst("https:/".count))
            let reply = try await client.get(String(path))
            #expect(reply["Content-Type"] == "image/png")
            let sides = [16, 20].map { start in reply.body[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            #expect(sides == [info["thumbwidth"].int, info["thumbheight"].int])
        }
        for name in ["9999px-Owl.png", "px", "640px-Owl.png", "3840px-Owl.png"] {
            let path = "/upload.wikimedia.org/wikipedia/commons/thumb/0/0a/Owl.png/"
            #expect(try await client.get(path + name).status == 400)
        }
    }
}
