internal import JSON

/// One message of a client, read as JSON-RPC 2.0 has it.
enum IncomingMessage {
    case request(RequestID, method: String, JSONValue)
    case notification(method: String, JSONValue)
    /// An answer. Nothing is ever asked of a client, so it answers nothing.
    case answer
    /// What is wrong with it, and under which id to say so.
    case fault(RequestID?, ProtocolError)

    init(_ root: JSONValue) {
        let id = RequestID(root["id"])
        guard root.kind == .object, root["jsonrpc"].string == "2.0" else {
            self = .fault(id, ProtocolError(.invalid, "A message is an object with \"jsonrpc\": \"2.0\"."))
            return
        }
        guard let method = root["method"].string else {
            let isAnswer = root["result"].exists || root["error"].exists
            self = isAnswer ? .answer : .fault(id, ProtocolError(.invalid, "The method is missing."))
            return
        }
        let params = root["params"]
        if params.exists, params.kind != .object {
            self = .fault(id, ProtocolError(.parameters, "The parameters are an object."))
        } else if let id {
            self = .request(id, method: method, params)
        } else if root["id"].exists {
            self = .fault(nil, ProtocolError(.invalid, "An id is a text or a whole number."))
        } else {
            self = .notification(method: method, params)
        }
    }
}

/// What a request is answered under.
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

/// Why a message cannot be answered, as JSON-RPC says it.
struct ProtocolError: Error {
    /// The codes of JSON-RPC 2.0.
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
