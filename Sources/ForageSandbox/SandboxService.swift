internal import HTTPServer

/// One upstream service, played for the hosts it answers at.
protocol SandboxService: Sendable {
    var hosts: [String] { get }

    /// The answer of a good day: faults are added by the sandbox.
    func respond(to request: SandboxRequest) async -> HTTPServerResponse
}

/// A request as the played host would have seen it.
struct SandboxRequest: Sendable {
    let method: String
    let host: String
    /// Decoded, starting with `/`.
    let path: String
    /// Without what was meant for the sandbox.
    let query: [QueryItem]
    let headers: HTTPFields
    var body: [UInt8] = []
    /// Whether it is not counted.
    var isFree = false

    /// The first value of that name in the query; an empty one counts as none.
    subscript(name: String) -> String? {
        query.first { $0.name == name && !$0.value.isEmpty }?.value
    }
}

extension HTTPServerResponse {
    static func json(_ value: JSONLiteral) -> HTTPServerResponse {
        HTTPServerResponse(headers: ["Content-Type": "application/json"], body: .bytes(value.bytes()))
    }

    static func html(_ title: String, _ body: String, status: Int = 200) -> HTTPServerResponse {
        let page =
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>\(HTML.escaped(title))</title>"
            + "</head><body><h1>\(HTML.escaped(title))</h1>\(body)</body></html>\n"
        return HTTPServerResponse(
            status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
            body: .bytes(Array(page.utf8)))
    }
}

enum HTML {
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
    }
}
