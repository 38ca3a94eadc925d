/// What a handler answers.
///
/// The server itself adds length, date and connection headers, and leaves the body out where the method
/// is HEAD.
package struct HTTPServerResponse: Sendable {
    package enum Body: Sendable {
        case bytes([UInt8])
        /// Written piece by piece for as long as the closure runs: in chunks, unless its length is known ahead.
        ///
        /// An error cuts it off.
        case stream(
            byteCount: Int? = nil, @Sendable (HTTPServerBodyWriter) async throws -> Void)
        /// Promises `declaredLength` bytes, sends these and closes the connection: a fault, on purpose.
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

    /// A plain text.
    package static func text(_ text: String, status: Int = 200) -> HTTPServerResponse {
        HTTPServerResponse(
            status: status, headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: .bytes(Array(text.utf8)))
    }
}

extension HTTPServerResponse {
    /// The part of this answer that the request asks for, as a server does that honours ranges.
    package func honouringRange(askedFor request: HTTPFields) -> HTTPServerResponse {
        guard case .bytes(let bytes) = body else { return self }
        return honouringRange(askedFor: request, of: bytes.count) { .bytes(Array(bytes[$0])) }
    }

    /// The same for a body of so many bytes, of which any part can be had.
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

/// What becomes of a request.
package enum HTTPServerAnswer: Sendable {
    /// It is answered at once, by the thread that read it: for what lies ready.
    case ready(HTTPServerResponse)
    /// It is answered when this is done, in a task of its own.
    case later(@Sendable () async -> HTTPServerResponse)
}

/// A part of a body that is asked for: `bytes=0-16383`, `bytes=100-` or `bytes=-100`.
package struct BodyRange: Sendable {
    private let first: Int?
    private let last: Int?

    /// Nil for what a server does best to overlook: several ranges, other units, nonsense.
    package init?(_ header: String) {
        guard header.hasPrefix("bytes=") else { return nil }
        let ends = header.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        // What no number holds is behind every end.
        first = ends[0].isEmpty ? nil : Int(ends[0]) ?? .max
        last = ends[1].isEmpty ? nil : Int(ends[1]) ?? .max
        if first == nil && last == nil { return nil }
        if let first, let last, last < first { return nil }
    }

    /// The part of a body of so many bytes; nil if there is none.
    package func part(of count: Int) -> Range<Int>? {
        guard let first else {
            let suffix = min(last ?? 0, count)
            return suffix > 0 ? count - suffix..<count : nil
        }
        return first < count ? first..<min(last ?? count, count - 1) + 1 : nil
    }
}
