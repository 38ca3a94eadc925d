internal import ForageCore
internal import HTTPServer
internal import Platform
internal import Synchronization

/// Responses as server-sent events.
enum ServerSentEvents {
    static func areWanted(by headers: HTTPFields) -> Bool {
        HTTPSyntax.names("text/event-stream", in: headers.values(of: "Accept"))
    }

    /// The text of an event.
    static func event(_ kind: String, _ json: String) -> String { "event: \(kind)\ndata: \(json)\n\n" }

    /// Returns a response that ends, together with its connection, after the last event.
    static func response(
        to headers: HTTPFields, _ tell: @escaping @Sendable (EventWriter) async throws -> Void
    ) -> HTTPServerResponse {
        var response = HTTPServerResponse(
            headers: [
                "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
                "Connection": "close", "Vary": "Accept-Encoding",
            ])
        let isPacked =
            HTTPSyntax.names("gzip", in: headers.values(of: "Accept-Encoding"))
            && (try? CompressionLibrary.version()) != nil
        if isPacked { response.headers["Content-Encoding"] = "gzip" }
        response.body = .stream { body in
            let writer = try EventWriter(to: body, isPacked: isPacked)
            try await tell(writer)
            try await writer.finish()
        }
        return response
    }
}

/// The writer of events. Each of them can be read when it arrives, also if they are compressed.
final class EventWriter: Sendable {
    private let body: HTTPServerBodyWriter
    private let gzip: Mutex<GzipStream?>

    /// - Throws: `CancellationError` if there is no memory for the compression.
    fileprivate init(to body: HTTPServerBodyWriter, isPacked: Bool) throws(CancellationError) {
        self.body = body
        gzip = Mutex(isPacked ? GzipStream() : nil)
        if isPacked, gzip.withLock({ $0 == nil }) { throw CancellationError() }
    }

    /// Sends the text of some events.
    func write(_ text: String) async throws {
        guard !text.isEmpty else { return }
        let bytes = Array(text.utf8)
        try await body.write(gzip.withLock { $0?.pack(bytes) } ?? bytes)
    }

    fileprivate func finish() async throws {
        try await body.write(gzip.withLock { $0?.pack([], isLast: true) } ?? [])
    }
}
