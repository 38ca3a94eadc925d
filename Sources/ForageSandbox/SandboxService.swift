internal import HTTPServer

/// An upstream service, played for the hosts that it answers at.
protocol SandboxService: Sendable {
    var hosts: [String] { get }

    /// Returns the answer of a service that works: the sandbox adds the faults.
    func respond(to request: SandboxRequest) async -> HTTPServerResponse
}

/// A request as the played host would have seen it.
struct SandboxRequest: Sendable {
    let method: String
    let host: String
    /// Decoded, starting with `/`.
    let path: String
    /// Without the items that are for the sandbox.
    let query: [QueryItem]
    let headers: HTTPFields
    var body: [UInt8] = []
    /// Whether it counts against no limit.
    var isFree = false

    /// The steps of the path.
    var steps: [String] { path.split(separator: "/").map(String.init) }

    /// The first value of that name in the query; an empty one counts as none.
    subscript(name: String) -> String? {
        query.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// A whole number in the query.
    func number(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// A whole number in the query, brought into a range.
    func number(_ name: String, usually usual: Int, in range: ClosedRange<Int>) -> Int {
        min(max(range.lowerBound, number(name) ?? usual), range.upperBound)
    }

    /// The values of a list in the query, which has commas between them.
    func list(_ name: String) -> [String] {
        (self[name] ?? "").split(separator: ",").map(String.init)
    }
}

extension RandomAccessCollection {
    /// A page of a list, counted from 1.
    func page(_ number: Int, of size: Int) -> [Element] {
        Array(dropFirst(Swift.min(number - 1, count) * size).prefix(size))
    }

    /// The number of pages of a size that a list has.
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

    /// The same answer with these header fields in place of its own.
    func with(_ fields: HTTPFields) -> HTTPServerResponse {
        var changed = self
        for field in fields { changed.headers[field.name] = field.value }
        return changed
    }

    /// The answer for a client that may have it already, by its tag or, without one, by its day.
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
    /// The entity tag of a file of this name.
    var entityTag: String { "\"\(String(stableHash, radix: 16))\"" }

    /// Two hashes written like a UUID.
    init(uuidOf first: UInt64, _ second: UInt64) {
        let digits = Array(String(first | 1 << 63, radix: 16) + String(second | 1 << 63, radix: 16))
        self = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }.joined(separator: "-")
    }
}
