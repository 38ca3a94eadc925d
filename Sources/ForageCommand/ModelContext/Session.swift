internal import JSON
internal import Synchronization

/// The session with one client.
final class Session: Sendable {
    private let server: ToolServer
    private let write: @Sendable ([UInt8]) -> Void
    private let state = Mutex(State())
    /// Held while a line is written.
    private let pen = Mutex(())

    private struct State {
        /// The revision in use, once the client has sent `initialize`.
        var revision: String?
        var calls: [RequestID: Task<Void, Never>] = [:]
        /// Finished calls whose responses are being written.
        var answering: Set<Task<Void, Never>> = []

        mutating func takeDone(_ id: RequestID) -> Task<Void, Never>? {
            guard let call = calls.removeValue(forKey: id) else { return nil }
            answering.insert(call)
            return call
        }
    }

    /// Takes the response to a message, once; nil if there is none.
    private typealias Answering = @Sendable ([UInt8]?) -> Void

    init(server: ToolServer, write: @escaping @Sendable ([UInt8]) -> Void) {
        self.server = server
        self.write = write
    }

    /// Takes a line. Its requests are answered immediately, or when their calls finish.
    func take(_ line: ToolServer.Line) {
        do throws(ProtocolError) {
            guard line.isWhole else {
                throw ProtocolError(
                    .invalid,
                    "A line can have at most \(ToolServer.Line.greatestByteCount) bytes; this line is longer."
                )
            }
            guard !line.bytes.allSatisfy(\.isBlank) else { return }
            let root = try root(of: line)
            if root.kind == .array {
                try take(batch: root)
            } else {
                take(IncomingMessage(root)) { self.send($0) }
            }
        } catch {
            send(Self.refusal(nil, error))
        }
    }

    private func root(of line: ToolServer.Line) throws(ProtocolError) -> JSONValue {
        do throws(JSONError) {
            return try JSONDocument(line.bytes, mode: .strict).root
        } catch {
            throw ProtocolError(.unreadable, "The line is not JSON. \(error)")
        }
    }

    private func take(batch: JSONValue) throws(ProtocolError) {
        guard state.withLock(\.revision) == ToolServer.revisionWithBatches else {
            throw ProtocolError(
                .invalid,
                "Only revision \(ToolServer.revisionWithBatches) has batches: send one message per line.")
        }
        guard (1...ToolServer.greatestBatchCount).contains(batch.count) else {
            throw ProtocolError(.invalid, "A batch must have 1 to \(ToolServer.greatestBatchCount) messages.")
        }
        let answers = BatchAnswers(to: batch.count) { self.send($0) }
        for message in batch.elements { take(IncomingMessage(message)) { answers.take($0) } }
    }

    private func take(_ message: IncomingMessage, _ respond: @escaping Answering) {
        switch message {
        case .answer: respond(nil)
        case .fault(let id, let fault): respond(Self.refusal(id, fault))
        case .notification(let method, let parameters):
            note(method, parameters)
            respond(nil)
        case .request(let id, let method, let parameters):
            do throws(ProtocolError) {
                try answer(id, method, parameters, respond)
            } catch {
                respond(Self.refusal(id, error))
            }
        }
    }

    /// Waits for the calls under way. Those that take too long are cancelled and not answered.
    func end(within patience: Duration) async {
        let calls = state.withLock { Array($0.calls.values) + $0.answering }
        // A task group would also wait for tasks that cannot be cancelled, such as one whose response the client does
        // not read.
        let (ending, ended) = AsyncStream<Void>.makeStream()
        let wait = Task {
            for call in calls { await call.value }
            ended.finish()
        }
        let limit = Task {
            try? await Task.sleep(for: patience)
            self.cancelAll()
            ended.finish()
        }
        for await _ in ending {}
        wait.cancel()
        limit.cancel()
    }

    private func cancelAll() {
        let calls = state.withLock { state in
            defer { state.calls = [:] }
            return state.calls.values
        }
        for call in calls { call.cancel() }
    }

    private func note(_ method: String, _ parameters: JSONValue) {
        guard method == "notifications/cancelled", let id = RequestID(parameters["requestId"]) else { return }
        // A cancelled request gets no response.
        state.withLock { $0.calls.removeValue(forKey: id) }?.cancel()
    }

    private func answer(
        _ id: RequestID, _ method: String, _ parameters: JSONValue, _ respond: @escaping Answering
    ) throws(ProtocolError) {
        switch method {
        case "ping": respond(Self.reply(to: id) { _ in })
        case "initialize":
            guard let revision = parameters["protocolVersion"].string else {
                throw ProtocolError(.parameters, "\"protocolVersion\" is missing.")
            }
            let spoken = server.revision(for: revision)
            state.withLock { $0.revision = spoken }
            respond(Self.reply(to: id) { server.writeGreeting(in: spoken, to: &$0) })
        case "tools/list", "tools/call":
            guard state.withLock(\.revision) != nil else {
                throw ProtocolError(.invalid, "The first request must be \"initialize\".")
            }
            if method == "tools/list" {
                respond(Self.reply(to: id, server.writeList))
            } else {
                try call(id, parameters, respond)
            }
        default: throw ProtocolError(.method, "Unknown method \"\(method)\".")
        }
    }
}

extension Session {
    /// The line with the result of a request.
    private static func reply(to id: RequestID, _ result: (inout JSONWriter) -> Void) -> [UInt8] {
        answer(to: id, "result", result)
    }

    /// The line with the error of a message, and its ID if known.
    private static func refusal(_ id: RequestID?, _ fault: ProtocolError) -> [UInt8] {
        answer(to: id, "error") { writer in
            writer.member("code", fault.code.rawValue)
            writer.member("message", fault.sentence)
        }
    }

    private static func answer(
        to id: RequestID?, _ name: String, _ body: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        let text = JSONWriter.objectText { writer in
            writer.member("jsonrpc", "2.0")
            writer.member("id") { id?.write(to: &$0) ?? $0.null() }
            writer.object(name, body)
        }
        return Array(text.utf8)
    }
}

/// The responses to a batch, which are sent together when the last one is ready.
final class BatchAnswers: Sendable {
    private let state: Mutex<State>
    private let write: @Sendable ([UInt8]) -> Void

    private struct State {
        var openCount: Int
        var answers: [[UInt8]] = []
    }

    /// - Parameters:
    ///   - count: The number of messages in the batch.
    ///   - write: Takes the line with the responses.
    init(to count: Int, write: @escaping @Sendable ([UInt8]) -> Void) {
        state = Mutex(State(openCount: count))
        self.write = write
    }

    /// Takes the response to one of the messages; nil for a message without a response.
    func take(_ answer: [UInt8]?) {
        let line: [UInt8]? = state.withLock { state in
            state.openCount -= 1
            if let answer { state.answers.append(answer) }
            // A batch without any response gets no line, rather than an empty array.
            guard state.openCount == 0, !state.answers.isEmpty else { return nil }
            return Array("[".utf8) + state.answers.joined(separator: ",".utf8) + Array("]".utf8)
        }
        if let line { write(line) }
    }
}

// MARK: - Calls

extension Session {
    private func call(
        _ id: RequestID, _ parameters: JSONValue, _ respond: @escaping Answering
    ) throws(ProtocolError) {
        let name = parameters["name"].string ?? ""
        guard let tool = server.tools.first(where: { $0.name == name }) else {
            let names = server.tools.map(\.name).listed
            throw ProtocolError(.parameters, "Unknown tool \"\(name)\"; choose one of: \(names).")
        }
        let given = parameters["arguments"]
        guard given.isMissing || given.kind == .object else {
            throw ProtocolError(.parameters, "The arguments must be an object.")
        }
        try state.withLock { state throws(ProtocolError) in
            guard state.calls[id] == nil else {
                throw ProtocolError(.invalid, "A request with this id is already running.")
            }
            guard state.calls.count < ToolServer.greatestCallCount else {
                throw ProtocolError(
                    .invalid,
                    "\(ToolServer.greatestCallCount) calls are already running; wait for one to end.")
            }
            state.calls[id] = Task { await self.run(tool, given, for: id, respond) }
        }
    }

    private func run(
        _ tool: Tool, _ given: JSONValue, for id: RequestID, _ respond: Answering
    ) async {
        let result: ToolResult
        do {
            result = try await tool.run(ToolArguments(given, for: tool.arguments))
        } catch {
            result = .failure("\(error)")
        }
        // A call that was cancelled is no longer in the list.
        guard let call = state.withLock({ $0.takeDone(id) }) else { return respond(nil) }
        respond(Self.reply(to: id, result.write))
        state.withLock { _ = $0.answering.remove(call) }
    }

    private func send(_ line: [UInt8]?) {
        guard let line else { return }
        pen.withLock { _ in write(line) }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0D }
}

extension ToolResult {
    /// Writes the result of a call: structured, and also as text for clients that support only that.
    fileprivate func write(to writer: inout JSONWriter) {
        let (text, structured): (String, JSONValue?) =
            switch self {
            case .object(let bytes):
                (String(decoding: bytes, as: UTF8.self), try? JSONDocument(bytes, mode: .strict).root)
            case .failure(let sentence): (sentence, nil)
            }
        writer.array("content") { writer in
            writer.object { writer in
                writer.member("type", "text")
                writer.member("text", text)
            }
        }
        writer.member("structuredContent", structured) { $0.value($1) }
        writer.member("isError", isFailure)
    }

    private var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// A message of a client, read according to JSON-RPC 2.0.
enum IncomingMessage {
    case request(RequestID, method: String, JSONValue)
    case notification(method: String, JSONValue)
    /// A response. The server never sends requests, so it is ignored.
    case answer
    /// A fault in the message, and the ID for the error response.
    case fault(RequestID?, ProtocolError)

    init(_ root: JSONValue) {
        let id = RequestID(root["id"])
        guard root.kind == .object, root["jsonrpc"].string == "2.0" else {
            self = .fault(
                id, ProtocolError(.invalid, "A message must be an object with \"jsonrpc\": \"2.0\"."))
            return
        }
        guard let method = root["method"].string else {
            let isAnswer = root["result"].exists || root["error"].exists
            self = isAnswer ? .answer : .fault(id, ProtocolError(.invalid, "The method is missing."))
            return
        }
        let params = root["params"]
        if params.exists, params.kind != .object {
            self = .fault(id, ProtocolError(.parameters, "The parameters must be an object."))
        } else if let id {
            self = .request(id, method: method, params)
        } else if root["id"].exists {
            self = .fault(nil, ProtocolError(.invalid, "An id must be a string or a whole number."))
        } else {
            self = .notification(method: method, params)
        }
    }
}

/// The ID of a request.
enum RequestID: Hashable, Sendable {
    case text(String)
    case number(Int)

    init?(_ value: JSONValue) {
        guard let id = value.string.map(Self.text) ?? value.int.map(Self.number) else { return nil }
        self = id
    }

    func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .number(let number): writer.number(number)
        }
    }
}

/// An error response of JSON-RPC.
struct ProtocolError: Error {
    /// The error codes of JSON-RPC 2.0.
    enum Code: Int {
        case unreadable = -32700
        case invalid = -32600
        case method = -32601
        case parameters = -32602
    }

    let code: Code
    let sentence: String

    init(_ code: Code, _ sentence: String) {
        self.code = code
        self.sentence = sentence
    }
}
