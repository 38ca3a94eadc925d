import JSON
import LoopbackClient
import Testing

@testable import ForageSandbox

@Suite(.timeLimit(.minutes(1)))
struct ControlPagesTests {
    private let client: SandboxClient

    init() throws {
        client = try SandboxClient()
    }

    @Test("the front page describes the sandbox and lists the simulated hosts")
    func showsWelcome() async throws {
        let text = try await client.get("/").text
        #expect(text.contains("forage-sandbox"))
        #expect(text.contains("api.duckduckgo.com"))
        #expect(text.contains("fault:NAME"))
        #expect(text.contains(#"forage --sandbox search owl '"fault:html"'"#))
        #expect(try await client.get("/healthz").text == "ok\n")
    }

    @Test(
        "a request for an unknown host is misdirected",
        arguments: ["/example.org/", "/api.duckduckgo.com.evil/", "/x"])
    func refusesHost(target: String) async throws {
        let reply = try await client.get(target)
        #expect(reply.status == 421)
        #expect(reply.text.contains("api.duckduckgo.com"))
    }

    @Test(
        "a host is found in any case, with or without a slash",
        arguments: ["/API.DuckDuckGo.com/", "/api.duckduckgo.com"])
    func findsHost(path: String) async throws {
        #expect(try await client.json("\(path)?q=owl&format=json")["Type"].string == "A")
    }

    @Test("the relevance of items is listed, the best first")
    func tellsRelevance() async throws {
        let relevance = try await client.json("/sandbox/relevance?q=owl")
        #expect(relevance["query"].string == "owl")
        #expect(relevance["items"][0]["id"].string == "owl")
        #expect(relevance["items"][0]["grade"].int == 4)
        #expect(relevance["items"][1]["grade"].int == 3)
        #expect(try await client.json("/sandbox/relevance")["items"].count == 0)
    }

    @Test("good queries are listed with the number of matching items")
    func listsQueries() async throws {
        let queries = try await client.json("/sandbox/queries")
        #expect(queries.elements.contains { $0["query"].string == "lighthouse" })
        #expect(queries.elements.allSatisfy { $0["items"].int.map { $0 > 0 } == true })
    }

    @Test("received requests are listed until they are cleared")
    func remembersRequests() async throws {
        _ = try await client.get(
            "/api.duckduckgo.com/?q=snowy+owl&format=json&t=forage&q=2",
            headers: ["User-Agent: test", "X-A: b"])
        _ = try await client.get("/")
        let requests = try await client.json("/sandbox/requests")
        #expect(requests.count == 1)
        let request = requests[0]
        #expect(request["method"].string == "GET")
        #expect(request["host"].string == "api.duckduckgo.com")
        #expect(request["path"].string == "/")
        #expect(request["query"].string == "q=snowy+owl&format=json&t=forage&q=2")
        #expect(request["parameters"]["q"].string == "snowy owl")
        #expect(request["parameters"]["t"].string == "forage")
        #expect(request["headers"]["user-agent"].string == "test")
        #expect(try await client.get("/sandbox/reset").status == 405)
        #expect(try await client.get("/sandbox/reset", method: "POST").status == 200)
        #expect(try await client.json("/sandbox/requests").count == 0)
    }

    @Test("only the last requests are stored, but all are counted")
    func forgetsOldRequests() async throws {
        for number in 1...510 { _ = try await client.get("/duckduckgo.com/i/\(number)") }
        #expect(try await client.get("/sandbox/requests")["X-Sandbox-Count"] == "510")
        let requests = try await client.json("/sandbox/requests")
        #expect(requests.count == 500)
        #expect(requests[0]["path"].string == "/i/11")
    }

    @Test("an unknown page is not found")
    func missesPage() async throws {
        #expect(try await client.get("/sandbox/nothing").status == 404)
    }
}
