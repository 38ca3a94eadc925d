import JSON
import Testing

@Suite("forage mcp")
struct AgentTests {
    /// Cursors are one person's.
    private let place: Place

    init() throws { place = try Place() }

    /// Writes lines to the program, each once the answers to those before are there, and then no more.
    private func answers(to lines: [String]) async throws -> [JSONValue] {
        let script = #"""
            program=$1
            shift
            rm -f in
            mkfifo in
            : > out
            "$program" --sandbox mcp < in > out &
            exec 3> in
            expected=0
            for line; do
                printf '%s\n' "$line" >&3
                case $line in *'"id":'*) expected=$((expected + 1)) ;; esac
                while [ "$(wc -l < out)" -lt $expected ]; do kill -0 $! || exit 1; sleep 0.02; done
            done
            exec 3>&-
            wait $!
            code=$?
            cat out
            exit $code
            """#
        let ending = try await RunningProgram(
            ["/bin/sh", "-c", script, "sh", BuiltPrograms.path(of: "forage")] + lines, in: place,
            environment: [
                "FORAGE_SANDBOX": try SharedSandbox.address.get(), "FORAGE_TIMEOUT": "50",
                "FORAGE_MEASURE": "false",
            ]
        ).ending()
        #expect(ending.code == 0)
        #expect(ending.messages.isEmpty, "\(ending.messages)")
        return try ending.jsonLines
    }

    private static let greeting = [
        #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
        #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    ]

    private static func call(_ tool: String, _ arguments: String) -> String {
        #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
    }

    private func result(of tool: String, _ arguments: String) async throws -> JSONValue {
        let answers = try await answers(to: Self.greeting + [Self.call(tool, arguments)])
        return try #require(answers.last)["result"]
    }

    @Test("it says who it is, and which tools there are")
    func greeting() async throws {
        let list = #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#
        let answers = try await answers(to: Self.greeting + [list])
        #expect(answers[0]["result"]["serverInfo"]["name"].string == "forage")
        #expect(answers[1]["result"]["tools"].list.map { $0["name"].string } == ["search", "show", "credit"])
    }

    @Test("a search, its next page, a result and its credit")
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
        "what cannot be done is said in a sentence",
        arguments: [
            ("search", #"{"query":"kind:phto owl"}"#, "did you mean"),
            ("search", #"{"query":"-owl"}"#, "nothing to search for"),
            ("search", #"{"query":"owl","cursor":"abc"}"#, "This is no cursor"),
            ("search", #"{"query":"owl \"fault:500\" from:flickr"}"#, "500 Internal Server Error"),
            ("show", #"{"id":"owl"}"#, "is no id"),
            ("show", #"{"id":"flikr:1"}"#, "did you mean \"flickr\"?"),
            ("credit", #"{"id":"flickr:1"}"#, "There is no result flickr:1 any more"),
        ])
    func failures(tool: String, arguments: String, words: String) async throws {
        let result = try await result(of: tool, arguments)
        #expect(result["isError"].bool == true)
        #expect(result["content"][0]["text"].string?.contains(words) == true, "\(result["content"][0])")
    }

    @Test("the end of the input is the end of the program, whatever is under way")
    func end() async throws {
        let slow = #"owl \"fault:delay=60000\""#
        // Without an id in quotes nothing waits for its answer.
        let call = Self.call("search", #"{"query":"\#(slow)"}"#).replacing("\"id\":1", with: "\"id\" :1")
        let answers = try await answers(to: Self.greeting + [call])
        #expect(answers.count == 1)
    }

    @Test("it takes no words")
    func misuse() async throws {
        #expect(try await forage("mcp", "owl").code == 64)
    }
}
