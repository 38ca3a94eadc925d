internal import HTTPServer
internal import Synchronization

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

extension SandboxRequest {
    /// A whole number of the query, brought into a range.
    func number(_ name: String, usually usual: Int, in range: ClosedRange<Int>) -> Int {
        min(max(range.lowerBound, self[name].flatMap { Int($0) } ?? usual), range.upperBound)
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

extension HTTPServerResponse {
    /// The same with another status and these headers in place of its own.
    func with(status: Int = 200, _ headers: HTTPFields = [:]) -> HTTPServerResponse {
        var changed = self
        changed.status = status
        headers.forEach { changed.headers[$0.name] = $0.value }
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

/// The requests that a service still takes in the current minute, which starts with its first request.
final class MinuteAllowance: Sendable {
    let limit: Int
    private let state = Mutex<(start: ContinuousClock.Instant, count: Int)?>(nil)

    init(_ limit: Int) { self.limit = limit }

    /// Takes one request. It is refused where the number left is negative; the seconds lead to the next minute.
    func take(at now: ContinuousClock.Instant = .now) -> (left: Int, seconds: Int) {
        state.withLock { state in
            var (start, count) = state ?? (now, 0)
            if now - start >= .seconds(60) { (start, count) = (now, 0) }
            state = (start, count + 1)
            return (limit - count - 1, max(1, 60 - Int((now - start).components.seconds)))
        }
    }
}

/// A store of files as Amazon's S3 is one: it gives tags and days and honours ranges, says nothing of how long a file
/// stays as it is, and answers 403 for what it lacks.
enum FileStore {
    static func file(_ bytes: [UInt8], type: String, for request: SandboxRequest) -> HTTPServerResponse {
        let tag = [request.path, "\(bytes.count)"].map { String($0.stableHash | 1 << 63, radix: 16) }.joined()
        return HTTPServerResponse(
            headers: [
                "x-amz-request-id": requestID, "x-amz-id-2": hostID, "Server": "AmazonS3",
                "Last-Modified": "Fri, 04 Dec 2020 10:12:45 GMT", "ETag": "\"\(tag)\"", "Content-Type": type,
            ], body: .bytes(bytes)
        ).unlessKnown(to: request).honouringRange(askedFor: request.headers)
    }

    static let accessDenied = HTTPServerResponse(
        status: 403,
        headers: [
            "x-amz-request-id": requestID, "x-amz-id-2": hostID, "Server": "AmazonS3",
            "Content-Type": "application/xml",
        ],
        body: .bytes(
            Array(
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <Error><Code>AccessDenied</Code><Message>Access Denied</Message>\
                <RequestId>\(requestID)</RequestId><HostId>\(hostID)</HostId></Error>
                """.utf8)))

    private static let requestID = "2D56B47560B764EC"
    private static let hostID = "c2FuZGJveCBwbGF5cyBhIHN0b3Jl"
}
