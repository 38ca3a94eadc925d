/// Why a message cannot be answered, as JSON-RPC says it.
struct ProtocolFault: Error {
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
