/// The response of a handler.
///
/// The server itself adds the headers for length, date and connection, and omits the body if the method is HEAD.
package struct HTTPServerResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// A body that is written piece by piece while the closure runs, in chunks unless its length is given.
        ///
        /// An error cuts it off.
        case stream(
            byteCount: Int? = nil, @Sendable (HTTPServerBodyWriter) async throws -> Void)
        /// A deliberate fault: announces `declaredLength` bytes, sends these and closes the connection.
        case cut([UInt8], declaredLength: Int)
    }

    package var status: Int
    package var headers: HTTPFields
    package var body: Body

    package init(status: Int = 200, headers: HTTPFields = [:], body: Body = .bytes([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    var isStreamed: Bool {
        if case .stream = body { true } else { false }
    }

    /// Creates a plain text response.
    package static func text(_ text: String, status: Int = 200) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8)))
    }
}

extension HTTPServerResponse {
    /// Returns the requested part of this response, as a server does that supports ranges.
    package func honouringRange(askedFor request: HTTPFields) -> HTTPServerResponse {
        guard case .bytes(let bytes) = body else { return self }
        return honouringRange(askedFor: request, of: bytes.count) { .bytes(Array(bytes[$0])) }
    }

    /// Returns the requested part of a body of that length, any part of which is available.
    package func honouringRange(
        askedFor request: HTTPFields, of byteCount: Int, _ body: (Range<Int>) -> Body
    ) -> HTTPServerResponse {
        guard status == 200 else { return self }
        var answer = self
        answer.headers["Accept-Ranges"] = "bytes"
        let condition = request["If-Range"]
        guard condition == nil || condition == headers["ETag"],
            let range = request["Range"].flatMap(BodyRange.init)
        else { return answer }
        guard let part = range.part(of: byteCount) else {
            answer.status = 416
            answer.headers["Content-Range"] = "bytes */\(byteCount)"
            answer.body = .bytes([])
            return answer
        }
        answer.status = 206
        answer.headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(byteCount)"
        answer.body = body(part)
        return answer
    }
}

/// The answer to a request.
package enum HTTPServerAnswer: Sendable {
    /// A response that is available, sent immediately by the thread that read the request.
    case ready(HTTPServerResponse)
    /// A response that is created in a separate task.
    case later(@Sendable () async -> HTTPServerResponse)
}

/// A requested range of a body: `bytes=0-16383`, `bytes=100-` or `bytes=-100`.
package struct BodyRange: Sendable, CustomStringConvertible {
    private let first: Int?
    private let last: Int?

    private init(_ first: Int?, _ last: Int?) {
        self.first = first
        self.last = last
    }

    /// Creates a range; nil for a header that a server should ignore: several ranges, other units, invalid text.
    package init?(_ header: String) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        // A number that is too large lies after every end.
        first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        last = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        if first == nil && last == nil { return nil }
        if let first, let last, last < first { return nil }
    }

    /// Returns the beginning of the range, at most this many bytes. Of the end of a body, the last ones remain.
    package func shortened(to count: Int) -> BodyRange {
        guard let first else { return BodyRange(nil, min(last ?? 0, count)) }
        let (end, isOverflow) = first.addingReportingOverflow(count - 1)
        return BodyRange(first, min(last ?? .max, isOverflow ? .max : end))
    }

    /// The value of the header.
    package var description: String {
        "bytes=\(first.map(String.init) ?? "")-\(last.map(String.init) ?? "")"
    }

    /// Returns the range in a body of that length; nil if it is empty.
    package func part(of count: Int) -> Range<Int>? {
        guard let first else {
            let suffix = min(last ?? 0, count)
            return suffix > 0 ? count - suffix..<count : nil
        }
        return first < count ? first..<min(last ?? count, count - 1) + 1 : nil
    }
}
