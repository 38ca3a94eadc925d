import JSON
import TestWording
import Testing

@Suite("forage mcp")
struct AgentTests {
    /// Cursors belong to one user, so the tests share a place.
    private let place: Place

    init() throws { place = try Place() }

    private func answers(to lines: [String]) async throws -> [JSONValue] {
        try await AgentTalk(in: place).answers(to: lines)
    }

    private func result(of tool: String, _ arguments: String) async throws -> JSONValue {
        try await AgentTalk(in: place).result(of: tool, arguments)
    }

    @Test("the server introduces itself and lists its tools")
    func greeting() async throws {
        let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        let answers = try await answers(to: AgentTalk.greeting + [list])
        #expect(answers[0]["result"]["serverInfo"]["name"].string == "forage")
        let tools = answers[1]["result"]["tools"].list
        #expect(tools.map { $0["name"].string } == ["search", "show", "credit", "get"])
        #expect(tools.map { $0["annotations"]["readOnlyHint"].bool } == [true, true, true, false])
    }

    @Test("a search is continued, and a result is shown with its credit")
    func search() async throws {
        let found = try await result(of: "search", #"{"query":"owl -barn","limit":3}"#)["structuredContent"]
        let items = found["items"].list
        #expect(items.count == 3)
        #expect(items.allSatisfy { $0["attribution"]["text"].string != nil })
        #expect(found["outcomes"].list.isEmpty == false)
        let next = try #require(found["next"].string)
        let more = try await result(
            of: "search", #"{"query":"owl -barn","limit":3,"cursor":"\#(next)"}"#)["structuredContent"]
        let ids = (items + more["items"].list).compactMap { $0["id"].string }
        #expect(Set(ids).count == 6)
        for tool in ["show", "credit"] {
            let item = try await result(of: tool, #"{"id":"\#(ids[0])"}"#)["structuredContent"]["item"]
            #expect(item["id"].string == ids[0])
            #expect(item["attribution"]["markdown"].string != nil)
        }
    }

    @Test(
        "an error is explained in a sentence",
        arguments: [
            ("search", #"{"query":"kind:phto owl"}"#, "did you mean"),
            ("search", #"{"query":"-owl"}"#, Wording.Queries.nothingToSearchFor),
            ("search", #"{"query":"owl","cursor":"abc"}"#, Wording.Queries.notACursor),
            ("search", #"{"query":"owl \"fault:500\" from:flickr"}"#, "500 Internal Server Error"),
            ("show", #"{"id":"owl"}"#, Wording.Usage.isNotAToolID),
            ("show", #"{"id":"flikr:1"}"#, Wording.Usage.didYouMean("flickr")),
            ("credit", #"{"id":"flickr:1"}"#, Wording.Results.gone("flickr:1")),
        ])
    func failures(tool: String, arguments: String, words: String) async throws {
        let result = try await result(of: tool, arguments)
        #expect(result["isError"].bool == true)
        #expect(result["content"][0]["text"].string?.contains(words) == true, "\(result["content"][0])")
    }

    @Test("a batch is answered on one line, if the revision has batches")
    func batch() async throws {
        let greeting = AgentTalk.greeting.map { $0.replacing("2025-06-18", with: "2025-03-26") }
        let calls = [
            AgentTalk.call("search", #"{"query":"owl","limit":2}"#),
            AgentTalk.call("show", #"{"id":"owl"}"#).replacing("\"id\":1", with: "\"id\":2"),
            #"{"jsonrpc":"2.0","method":"notifications/unheard"}"#,
        ]
        let batch = "[\(calls.joined(separator: ","))]"
        let answers = try await answers(to: greeting + [batch, "until [ $(wc -l < out) -eq 2 ]"])
        #expect(answers[0]["result"]["protocolVersion"].string == "2025-03-26")
        let results = Dictionary(
            uniqueKeysWithValues: answers[1].list.map { ($0["id"].int, $0["result"]) })
        #expect(results.count == 2)
        #expect(results[1]?["structuredContent"]["items"].count == 2)
        #expect(results[2]?["isError"].bool == true)
    }

    @Test("the end of input ends the program, even with a call under way")
    func end() async throws {
        let slow = #"owl \"fault:delay=60000\""#
        // A call written like this is not waited for.
        let call = AgentTalk.call("search", #"{"query":"\#(slow)"}"#).replacing("\"id\":1", with: "\"id\" :1")
        let answers = try await answers(to: AgentTalk.greeting + [call])
        #expect(answers.count == 1)
    }

    @Test("the command accepts no arguments")
    func misuse() async throws {
        #expect(try await forage("mcp", "owl").code == 64)
        #expect(try await forage("mcp", "--to", "").code == 64)
    }
}
