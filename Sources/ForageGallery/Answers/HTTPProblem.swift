internal import ForageCore
internal import ForageSearch
internal import HTTPServer
internal import JSON

/// The reason why a request failed: problem details according to RFC 9457.
struct HTTPProblem: Error, Hashable, Sendable {
    let status: Int
    /// A sentence that explains what to do.
    let detail: String
    /// The position of a fault in a query, counted in characters from 1.
    var column: Int?
    /// Additional headers that help a program to correct the request.
    let headers: [String: String]

    init(_ status: Int, _ detail: String, column: Int? = nil, headers: [String: String] = [:]) {
        self.status = status
        self.detail = detail
        self.column = column
        self.headers = headers
    }

    func response(with safety: SafetyHeaders) -> HTTPServerResponse {
        let body = JSONWriter.objectBytes { writer in
            writer.member("title", Self.title(status))
            writer.member("status", status)
            writer.member("detail", detail)
            writer.member("column", column)
        }
        var response = HTTPServerResponse(
            status: status,
            headers: ["Content-Type": "application/problem+json", "Cache-Control": "no-store"],
            body: .bytes(body))
        for (name, value) in headers { response.headers[name] = value }
        return safety.added(to: response)
    }

    /// The standard name of a status.
    static func title(_ status: Int) -> String { StatusName.of(status) ?? "HTTPProblem" }
}

extension HTTPProblem {
    /// Creates the error for a range that does not exist, with the total length.
    init(noPart response: HTTPServerResponse, _ detail: String) {
        let extent = response.headers["Content-Range"].map { ["Content-Range": $0] } ?? [:]
        self.init(416, detail, headers: extent)
    }

    /// Creates the error for a file that another server did not send.
    init(_ error: FetchError) {
        switch error {
        case .cancelled: self = .nobodyWaits
        case .timedOut(let reason): self.init(504, "\(reason).")
        default: self.init(502, "\(error).")
        }
    }

    init(_ fault: QueryError) {
        switch fault {
        case .syntax(let fault): self.init(400, "\(fault)", column: fault.before.count + 1)
        default: self.init(400, "\(fault)")
        }
    }
}
