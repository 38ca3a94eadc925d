import JSON
import Synchronization
import TestWording
import Testing

@testable import ForageCommand

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("The MCP tool server")
struct ToolServerTests {
    private static let echo = Tool(
        name: "echo", title: "Echo", description: "Says it again.",
        arguments: [
            .init(name: "text", form: .text, isRequired: true, help: "What."),
            .init(name: "times", form: .integer(1...3), help: "How often."),
            .init(name: "voice", form: .text, help: "How."),
            .init(name: "twice", form: .flag, help: "Whether."),
        ], output: #"{ "type": "object", "required": ["said"] }"#
    ) { arguments in
        let said = [arguments.text("text"), arguments.text("voice")].compactMap(\.self).joined(separator: " ")
        let count = (arguments.integer("times") ?? 1) * (arguments.flag("twice") ? 2 : 1)
        return .object(Array("{\"said\":\"\(said)\",\"count\":\(count)}".utf8))
    }

    private static let fail = Tool(
        name: "fail", title: "Fail", description: "Fails.", arguments: [], output: "{}", effect: .adds
    ) { _ in .failure("It cannot be done; try echo.") }

    private let client = Client([echo, fail])

    private func call(_ arguments: String, of tool: String = "echo", id: String = "7") async throws
        -> JSONValue
    {
        client.write(
            #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
        )
        return try await client.answer()
    }

    @Test(
        "a known revision named by the client is used, otherwise the latest",
        arguments: [("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")])
    func greeting(named: String, spoken: String) async throws {
        client.write(
            #"{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"\#(named)"}}"#)
        let answer = try await client.answer()
        #expect(answer["id"].string == "a")
        #expect(answer["result"]["protocolVersion"].string == spoken)
        #expect(answer["result"]["capabilities"]["tools"].kind == .object)
        #expect(answer["result"]["serverInfo"]["name"].string == "birds")
        #expect(answer["result"]["instructions"].string == "Ask for birds.")
    }

    @Test("tools are listed with their input and output schemas")
    func list() async throws {
        try await client.greet()
        client.write(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        let tools = Array(try await client.answer()["result"]["tools"].elements)
        #expect(tools.map { $0["name"].string } == ["echo", "fail"])
        #expect(tools.map { $0["annotations"]["readOnlyHint"].bool } == [true, false])
        #expect(tools.map { $0["annotations"]["destructiveHint"].bool } == [nil, false])
        #expect(tools.map { $0["annotations"]["idempotentHint"].bool } == [nil, true])
        let input = tools[0]["inputSchema"]
        #expect(input["required"].elements.map(\.string) == ["text"])
        #expect(input["properties"]["times"]["maximum"].int == 3)
        #expect(input["additionalProperties"].bool == false)
        #expect(tools[0]["outputSchema"]["required"][0].string == "said")
    }

    @Test("a result is returned as an object, and the same as text")
    func call() async throws {
        try await client.greet()
        let result = try await call(#"{"text":"owl","times":3.0,"voice":"low","twice":true}"#)["result"]
        #expect(result["isError"].bool == false)
        #expect(result["structuredContent"]["said"].string == "owl low")
        #expect(result["structuredContent"]["count"].int == 6)
        #expect(result["content"][0]["text"].string == #"{"said":"owl low","count":6}"#)
    }

    @Test(
        "wrong arguments are answered with an error sentence",
        arguments: [
            (#"{}"#, Wording.Usage.argumentMissing("text")),
            (#"{"text":1}"#, Wording.Usage.argumentMustBe("text", "a string")),
            (#"{"text":"a","times":4}"#, Wording.Usage.argumentMustBe("times", "a whole number from 1 to 3")),
            (
                #"{"text":"a","times":1.5}"#,
                Wording.Usage.argumentMustBe("times", "a whole number from 1 to 3")
            ),
            (
                #"{"text":"a","times":"2"}"#,
                Wording.Usage.argumentMustBe("times", "a whole number from 1 to 3")
            ),
            (#"{"text":"a","twice":"yes"}"#, Wording.Usage.argumentMustBe("twice", "true or false")),
            (
                #"{"txt":"a"}"#,
                #"\#(Wording.Usage.notAnArgument("txt")); choose one of: text, times, voice, twice."#
            ),
        ])
    func wrongArguments(arguments: String, words: String) async throws {
        try await client.greet()
        let result = try await call(arguments)["result"]
        #expect(result["isError"].bool == true)
        #expect(result["content"][0]["text"].string == words)
        #expect(result["structuredContent"].isMissing)
    }

    @Test("a failure is reported in the tool's own text")
    func failure() async throws {
        try await client.greet()
        let result = try await call("{}", of: "fail")["result"]
        #expect(result["isError"].bool == true)
        #expect(result["content"][0]["text"].string == "It cannot be done; try echo.")
    }

    @Test(
        "an invalid message or unknown method gets a JSON-RPC error code",
        arguments: [
            ("{", -32700), ("[]", -32600), ("17", -32600), (#"{"id":1,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1}"#, -32600), (#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
            (#"{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32601),
            (#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call"}"#, -32602),
            (#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"sing"}}"#, -32602),
            (
                #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":1}}"#,
                -32602
            ),
        ])
    func refused(line: String, code: Int) async throws {
        try await client.greet()
        client.write(line)
        let answer = try await client.answer()
        #expect(answer["jsonrpc"].string == "2.0")
        #expect(answer["error"]["code"].int == code)
        #expect(answer["error"]["message"].string?.hasSuffix(".") == true)
        #expect(answer["id"].exists)
    }

    @Test("before initialisation only a ping is answered")
    func early() async throws {
        client.write(#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#)
        #expect(try await client.answer()["error"]["code"].int == -32600)
        client.write(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"#)
        #expect(try await client.answer()["result"].kind == .object)
    }

    @Test("a line that is too long is refused; empty lines and notifications are ignored")
    func lines() async throws {
        client.write("{", isWhole: false)
        #expect(try await client.answer()["error"]["code"].int == -32600)
        client.write(" \r")
        client.write(#"{"jsonrpc":"2.0","method":"notifications/unheard"}"#)
        client.write(#"{"jsonrpc":"2.0","id":1,"result":{}}"#)
        #expect(try await client.end().isEmpty)
    }
}

@Suite("Long-running tool calls")
struct CallTests {
    /// A tool that waits until a test opens it, and counts cancelled calls.
    private final class Waiting: Sendable {
        private let gates = Mutex<[String: CheckedContinuation<Void, Never>]>([:])
        private let cancelled = Mutex(0)
        let started = AsyncStream.makeStream(of: String.self)

        var cancelledCount: Int { cancelled.withLock(\.self) }

        var tool: Tool {
            Tool(
                name: "wait", title: "Wait", description: "Waits.",
                arguments: [.init(name: "for", form: .text, isRequired: true, help: "Whom.")], output: "{}"
            ) { arguments in
                let name = arguments.text("for") ?? ""
                await withTaskCancellationHandler {
                    await withCheckedContinuation { gate in
                        self.gates.withLock { $0[name] = gate }
                        self.started.continuation.yield(name)
                    }
                } onCancel: {
                    self.cancelled.withLock { $0 += 1 }
                    self.open(name)
                }
                return .object(Array("{\"for\":\"\(name)\"}".utf8))
            }
        }

        /// Waits for one more call to start.
        func hasStarted() async { for await _ in started.stream { return } }

        func open(_ name: String) { gates.withLock { $0.removeValue(forKey: name) }?.resume() }
    }

    private let waiting = Waiting()
    private let client: Client

    init() async throws {
        client = Client([waiting.tool])
        try await client.greet()
    }

    private func call(_ id: Int, for name: String) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"wait","arguments":{"for":"\#(name)"}}}"#
    }

    private func start(_ id: Int, for name: String) async {
        client.write(call(id, for: name))
        await waiting.hasStarted()
    }

    @Test("several calls run at once, and each is answered when it ends")
    func together() async throws {
        await start(1, for: "owl")
        await start(2, for: "fox")
        waiting.open("fox")
        #expect(try await client.answer()["id"].int == 2)
        waiting.open("owl")
        #expect(try await client.answer()["id"].int == 1)
    }

    @Test("a cancelled call stops and is not answered, and the others continue")
    func cancelled() async throws {
        await start(1, for: "owl")
        await start(2, for: "fox")
        client.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        client.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}"#)
        waiting.open("fox")
        #expect(try await client.answer()["id"].int == 2)
        #expect(try await client.end().isEmpty)
        #expect(waiting.cancelledCount == 1)
    }

    @Test("a cancelled call of a batch is not answered, and does not delay the others")
    func cancelledInBatch() async throws {
        try await client.greet(in: "2025-03-26")
        client.write("[\(call(1, for: "owl")),\(call(2, for: "fox"))]")
        for _ in 1...2 { await waiting.hasStarted() }
        client.write(#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#)
        waiting.open("fox")
        #expect(try await client.answer().elements.map { $0["id"].int } == [2])
        #expect(try await client.end().isEmpty)
        #expect(waiting.cancelledCount == 1)
    }

    @Test("running calls are answered after the end of input, unless they take too long")
    func atTheEnd() async throws {
        await start(1, for: "owl")
        await start(2, for: "fox")
        client.finish()
        try await Task.sleep(for: .milliseconds(100))
        waiting.open("owl")
        #expect(try await client.end().map { $0["id"].int } == [1])
        #expect(waiting.cancelledCount == 1)
    }

    @Test("an answer being written at the end of input is written whole")
    func whileWriting() async throws {
        let (lines, feed) = AsyncStream.makeStream(of: ToolServer.Line.self)
        let written = Mutex<[String]>([])
        let tool = Tool(name: "say", title: "Say", description: "Says.", arguments: [], output: "{}") {
            _ in
            .object(Array("{}".utf8))
        }
        let server = ToolServer(name: "birds", title: "Birds", version: "1", instructions: "", tools: [tool])
        for message in [
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"say"}}"#,
        ] { feed.yield(.init(bytes: Array(message.utf8), isWhole: true)) }
        await server.serve(lines) { line in
            let text = String(decoding: line, as: UTF8.self)
            if text.contains("isError") {
                feed.finish()
                // Long enough for a server that does not wait.
                usleep(200_000)
            }
            written.withLock { $0.append(text) }
        }
        #expect(written.withLock(\.count) == 2)
    }

    @Test("an id in use and a call over the limit are refused")
    func bounded() async throws {
        for id in 1...ToolServer.greatestCallCount { await start(id, for: "bird \(id)") }
        for id in [1, 99] {
            client.write(call(id, for: "x"))
            #expect(try await client.answer()["error"]["code"].int == -32600)
        }
        #expect(try await client.end().isEmpty)
        #expect(waiting.cancelledCount == ToolServer.greatestCallCount)
    }
}
