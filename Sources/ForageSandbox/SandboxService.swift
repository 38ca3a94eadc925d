internal import HTTPServer

/// A simulated service at one or more hosts.
protocol SandboxService: Sendable {
    var hosts: [String] { get }

    /// Returns the normal answer of the service. The sandbox applies the faults.
    func respond(to request: SandboxRequest) async -> HTTPServerResponse
}

/// A request in the form in which the simulated host would receive it.
struct SandboxRequest: Sendable {
    let method: String
    let host: String
    /// The decoded path, which starts with `/`.
    let path: String
    /// The query without the items for the sandbox.
    let query: [QueryItem]
    let headers: HTTPFields
    var body: [UInt8] = []
    /// Indicates whether the request is exempt from rate limits.
    var isFree = false

    /// The components of the path.
    var steps: [String] { path.split(separator: "/").map(String.init) }

    /// The first value of a query item with a name; nil if it is empty.
    subscript(name: String) -> String? {
        query.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// Returns a query item as a whole number.
    func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// Returns a query item as a whole number, limited to a range.
    func number(_ name: String, usually usual: Int, in range: ClosedRange<Int>) -> Int {
        min(max(range.lowerBound, number(name) ?? usual), range.upperBound)
    }

    /// Returns the values of a query item that are separated by commas.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map(String.init)
    }
}

extension RandomAccessCollection {
    /// Returns a page of a list. Pages are numbered from 1.
    func page(_ number: Int, of size: Int) -> [Element] {
        Array(dropFirst(Swift.min(number - 1, count) * size).prefix(size))
    }

    /// Returns the number of pages in a list.
    func pageCount(of size: Int) -> Int { (count + size - 1) / size }
}

// MARK: - Answers

extension HTTPServerResponse {
    static func json(
        _ body: JSONText, status: Int = 200, _ headers: HTTPFields = [:]
    ) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, headers: ["Content-Type": "application/json"], body: .bytes(body.bytes)
        ).with(headers)
    }

    static func html(
        _ title: String, _ body: String = "", status: Int = 200, _ headers: HTTPFields = [:]
    ) -> HTTPServerResponse {
        let title = HTML.escaped(title)
        let page = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>\(title)</title>\
            </head><body><h1>\(title)</h1>\(body)</body></html>

            """
        return HTTPServerResponse(
            status: status, headers: ["Content-Type": "text/html; charset=utf-8"],
            body: .bytes(Array(page.utf8))
        ).with(headers)
    }

    /// Returns the same answer with some header fields replaced.
    func with(_ fields: HTTPFields) -> HTTPServerResponse {
        var changed = self
        for field in fields { changed.headers[field.name] = field.value }
        return changed
    }

    /// Returns status 304 if the client already has the current version, according to its tag or else its date.
    func unlessKnown(to request: SandboxRequest) -> HTTPServerResponse {
        let (tag, day) = (headers["ETag"], headers["Last-Modified"])
        let isKnown =
            request.headers["If-None-Match"].map { $0 == tag }
            ?? request.headers["If-Modified-Since"].map { $0 == day } ?? false
        return isKnown ? HTTPServerResponse(status: 304, headers: headers) : self
    }
}

enum HTML {
    static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension String {
    /// The entity tag for a file with this name.
    var entityTag: String { "\"\(String(stableHash, radix: 16))\"" }

    /// Creates a text in the form of a UUID from two hashes.
    init(uuidOf first: UInt64, _ second: UInt64) {
        let digits = Array(String(first | 1 << 63, radix: 16) + String(second | 1 << 63, radix: 16))
        self = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
