import JSON
import LoopbackClient
import Testing

@Suite("The played services of definitions", .timeLimit(.minutes(1)))
struct DefinedServicesTests {
    private let client: SandboxClient

    init() throws { client = try SandboxClient.shared.get() }

    @Test("Openverse gives pages of twenty at most, to the end")
    func openverse() async throws {
        let first = try await client.json("/api.openverse.org/v1/images/?q=bird&page_size=100")
        #expect(first["results"].count == 20)
        let count = try #require(first["page_count"].int)
        let last = try await client.json("/api.openverse.org/v1/images/?q=bird&page_size=20&page=\(count)")
        #expect(last["results"].count > 0)
        let beyond = try await client.json("/api.openverse.org/v1/images/?q=bird&page=\(count + 1)")
        #expect(beyond["results"].count == 0)
    }

    @Test("Commons says nothing of what is not found, and goes on by an offset")
    func commons() async throws {
        let start = "/commons.wikimedia.org/w/api.php?action=query&format=json&gsrlimit=3&gsrsearch="
        let found = try await client.json(start + "filetype:bitmap%20owl")
        #expect(found["query"]["pages"].count == 3 && found["continue"]["gsroffset"].int == 3)
        let nothing = try await client.json(start + "zzzz")
        #expect(nothing["query"].isMissing && nothing["batchcomplete"].bool == true)
    }

    @Test("Commons' files are of the size that is told of them")
    func files() async throws {
        let start = "/commons.wikimedia.org/w/api.php?action=query&format=json&gsrlimit=8&gsrsearch="
        let found = try await client.json(start + "owl")
        for page in found["query"]["pages"].elements {
            let info = page["imageinfo"][0]
            let path = try #require(info["thumburl"].string?.dropFirst("https:/".count))
            let reply = try await client.get(String(path))
            #expect(reply["Content-Type"] == "image/png")
            let sides = [16, 20].map { start in reply.body[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            }
            #expect(sides == [info["thumbwidth"].int, info["thumbheight"].int])
        }
        for path in ["thumb/Owl.png/9999px-Owl.png", "thumb/Owl.png/px"] {
            #expect(try await client.get("/upload.wikimedia.org/" + path).status == 400)
        }
    }
}
