internal import JSON

extension Session {
    /// The line that answers a request.
    static func reply(to id: RequestID, _ result: (inout JSONWriter) -> Void) -> [UInt8] {
        answer(to: id) { writer in
            writer.key("result")
            result(&writer)
        }
    }

    /// The line that says what was wrong with a message, as far as it is known which.
    static func refusal(_ id: RequestID?, _ fault: ProtocolFault) -> [UInt8] {
        answer(to: id) { writer in
            writer.key("error")
            writer.object { writer in
                writer.member("code", fault.code.rawValue)
                writer.member("message", fault.sentence)
            }
        }
    }

    private static func answer(to id: RequestID?, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("jsonrpc", "2.0")
                writer.key("id")
                writer.id(id)
                body(&writer)
            }
        }
    }
}

extension JSONWriter {
    /// The result of a call: structured, and as the text that it is, for clients that know no other.
    mutating func result(_ result: ToolResult) {
        object { writer in
            writer.key("content")
            writer.array { writer in
                writer.object { writer in
                    writer.member("type", "text")
                    writer.member("text", result.text)
                }
            }
            if case .object(let bytes) = result, let root = try? JSONDocument(bytes, mode: .strict).root {
                writer.key("structuredContent")
                writer.value(root)
            }
            writer.key("isError")
            writer.bool(result.isFailure)
        }
    }
}

extension ToolResult {
    fileprivate var text: String {
        switch self {
        case .object(let bytes): String(decoding: bytes, as: UTF8.self)
        case .failure(let sentence): sentence
        }
    }

    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
