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
