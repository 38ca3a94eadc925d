import JSON
import Synchronization

@testable import ForageCommand

/// The two ends of a client: what it writes and what it reads.
final class Client: Sendable {
    private let lines = AsyncStream.makeStream(of: ToolServer.Line.self)
    private let answers = AsyncStream.makeStream(of: [UInt8].self)
    private let serving: Task<Void, Never>

    init(_ tools: [Tool]) {
        let server = ToolServer(
            name: "birds", title: "Birds", version: "1", instructions: "Ask for birds.", tools: tools)
        serving = Task { [lines = lines.stream, answers = answers.continuation] in
            await server.serve(lines, patience: .seconds(2)) { answers.yield($0) }
            answers.finish()
        }
    }

    func write(_ text: String, isWhole: Bool = true) {
        lines.continuation.yield(.init(bytes: Array(text.utf8), isWhole: isWhole))
    }

    func greet(in revision: String = "2025-06-18") async throws {
        write(
            #"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"\#(revision)"}}"#)
        write(#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#)
        _ = try await answer()
    }

    struct NoAnswer: Error {}

    /// The next answer.
    func answer() async throws -> JSONValue {
        for await line in answers.stream { return try JSONDocument(line, mode: .strict).root }
        throw NoAnswer()
    }

    /// Ends the input.
    func finish() { lines.continuation.finish() }

    /// Ends the input and returns the unread answers.
    func end() async throws -> [JSONValue] {
        finish()
        await serving.value
        var rest: [JSONValue] = []
        for await line in answers.stream { rest.append(try JSONDocument(line, mode: .strict).root) }
        return rest
    }
}
