import JSON
import Testing

@testable import ForageCommand

@Suite("JSON-RPC batches")
struct BatchTests {
    private static let ping = #"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#
    private static let note = #"{"jsonrpc":"2.0","method":"notifications/unheard"}"#

    private let client = Client([
        Tool(name: "say", title: "Say", description: "Says.", arguments: [], output: "{}") { _ in
            .object(Array("{}".utf8))
        }
    ])

    private func call(_ id: Int) -> String {
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","params":{"name":"say"}}"#
    }

    private func batch(_ messages: [String]) -> String { "[\(messages.joined(separator: ","))]" }

    @Test("every message gets its own answer, and all answers are on one line")
    func together() async throws {
        try await client.greet(in: "2025-03-26")
        client.write(batch([call(1), "17", Self.note, Self.ping, call(2), #"{"jsonrpc":"2.0","id":3}"#]))
        let answers = Array(try await client.answer().elements)
        #expect(answers.count == 5)
        #expect(Set(answers.compactMap { $0["id"].int }) == [1, 2, 3])
        #expect(answers.count { $0["result"].exists } == 3)
        #expect(answers.filter { $0["id"].isNull }.map { $0["error"]["code"].int } == [-32600])
        #expect(try await client.end().isEmpty)
    }

    @Test("a batch that needs no answers gets none")
    func silent() async throws {
        try await client.greet(in: "2025-03-26")
        client.write(batch([Self.note, #"{"jsonrpc":"2.0","id":1,"result":{}}"#]))
        client.write(Self.ping)
        #expect(try await client.answer()["id"].string == "ping")
        #expect(try await client.end().isEmpty)
    }

    @Test("an empty batch and one over the limit are refused")
    func bounded() async throws {
        try await client.greet(in: "2025-03-26")
        let most = ToolServer.greatestBatchCount
        client.write(batch(Array(repeating: Self.ping, count: most)))
        #expect(try await client.answer().count == most)
        for count in [0, most + 1] {
            client.write(batch(Array(repeating: Self.ping, count: count)))
            let answer = try await client.answer()
            #expect(answer["error"]["code"].int == -32600)
            #expect(answer["error"]["message"].string == "A batch must have 1 to \(most) messages.")
        }
    }

    @Test(
        "a revision without batches refuses them, and so does a server before initialisation",
        arguments: ["2024-11-05", "2025-06-18", "2025-11-25", nil])
    func refused(revision: String?) async throws {
        if let revision { try await client.greet(in: revision) }
        client.write(batch([Self.ping]))
        let answer = try await client.answer()
        #expect(answer["error"]["code"].int == -32600)
        #expect(answer["error"]["message"].string?.contains("Only revision 2025-03-26") == true)
    }
}
