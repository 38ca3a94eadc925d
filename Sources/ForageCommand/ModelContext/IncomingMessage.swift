internal import JSON

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
