internal import ForageCore
internal import ForageSearch
internal import HTTPServer
internal import JSON

/// Why a request is not answered: problem details of RFC 9457.
struct HTTPProblem: Error, Hashable, Sendable {
    let status: Int
    /// One sentence that says what to do.
    let detail: String
    /// At which character a query is at fault, counted from 1.
    var column: Int?
    /// What a program needs to know to do better.
    let headers: [String: String]

    init(_ status: Int, _ detail: String, column: Int? = nil, headers: [String: String] = [:]) {
        self.status = status
        self.detail = detail
        self.column = column
        self.headers = headers
    }

    func response(with safety: SafetyHeaders) -> HTTPServerResponse {
        let body = JSONWriter.bytes { writer in
            writer.object { writer in
                writer.member("title", Self.title(status))
                writer.member("status", status)
                writer.member("detail", detail)
                writer.member("column", column)
            }
        }
        var response = HTTPServerResponse(
            status: status,
            headers: ["Content-Type": "application/problem+json", "Cache-Control": "no-store"],
            body: .bytes(body))
        for (name, value) in headers { response.headers[name] = value }
        return safety.added(to: response)
    }

    /// What HTTP calls a status.
    static func title(_ status: Int) -> String { StatusName.of(status) ?? "HTTPProblem" }
}

extension HTTPProblem {
    /// Where a part is asked for that is not there, which says how much is.
    init(noPart response: HTTPServerResponse, _ detail: String) {
        let extent = response.headers["Content-Range"].map { ["Content-Range": $0] } ?? [:]
        self.init(416, detail, headers: extent)
    }

    init(_ fault: QueryError) {
        switch fault {
        case .syntax(let fault): self.init(400, "\(fault)", column: fault.before.count + 1)
        default: self.init(400, "\(fault)")
        }
    }
}
