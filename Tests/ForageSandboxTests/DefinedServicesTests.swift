import JSON
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
}
