import JSON
import LoopbackClient
import Testing

@Suite("The simulated Internet Archive", .timeLimit(.minutes(1)))
struct InternetArchiveTests {
    private let client: SandboxClient
    private let search = "/archive.org/advancedsearch.php?output=json&"
    private let owls = "q=(bird)%20AND%20mediatype:image&"
    private let fields = "fl%5B%5D=identifier,title,creator,licenseurl&"

    init() throws { client = try SandboxClient.shared.get() }

    @Test("a field is a string, a list or missing", arguments: ["title", "creator"])
    func shapes(field: String) async throws {
        let docs = try await client.json(search + owls + fields + "rows=200")["response"]["docs"].elements
        let kinds = docs.map { $0[field].kind }
        #expect(kinds.contains(.string) && kinds.contains(.array) && kinds.contains(.missing))
        #expect(docs.allSatisfy { $0["description"].isMissing && $0["identifier"].exists })
    }

    @Test("an item is found by its identifier, and has a page and a small picture")
    func item() async throws {
        let found = try await client.json(search + owls + "rows=1")["response"]
        let id = try #require(found["docs"][0]["identifier"].string)
        let again = try await client.json(search + "q=identifier:\(id)&rows=1")["response"]
        #expect(again["numFound"].int == 1 && again["docs"][0]["identifier"].string == id)
        #expect(try await client.get("/archive.org/details/\(id)").status == 200)
        #expect(try await client.get("/archive.org/services/img/\(id)")["Content-Type"] == "image/png")
        let missing = try await client.get("/archive.org/services/img/nothing")
        #expect(missing.status == 302 && missing["Location"] == "https://archive.org/images/notfound.png")
    }

    @Test("pages continue to the end")
    func pages() async throws {
        let first = try await client.json(search + owls + "rows=10")["response"]
        let total = try #require(first["numFound"].int)
        let last = try await client.json(search + owls + "rows=10&page=\((total + 9) / 10)")["response"]
        #expect(last["docs"].count == (total - 1) % 10 + 1)
        #expect(try await client.json(search + owls + "rows=10&page=900")["response"]["docs"].count == 0)
    }

    @Test("past 10,000 results an error sentence has the status and type of an answer")
    func range() async throws {
        let reply = try await client.get(search + owls + "rows=50&page=201")
        #expect(reply.status == 200 && reply["Content-Type"] == "application/json")
        #expect(reply.text.hasPrefix("[RANGE_OUT_OF_BOUNDS] paging is only supported through 10000 results"))
    }
}
