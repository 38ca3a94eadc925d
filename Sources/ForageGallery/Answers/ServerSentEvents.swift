internal import ForageCore
internal import HTTPServer

/// Answers that are told as they come.
enum ServerSentEvents {
    static func areWanted(by headers: HTTPFields) -> Bool {
        HTTPSyntax.names("text/event-stream", in: headers.values(of: "Accept"))
    }

    /// One event as it is written.
    static func event(_ kind: String, _ json: String) -> String { "event: \(kind)\ndata: \(json)\n\n" }

    /// An answer that is over when all is told; the connection ends with it.
    static func response(
        _ tell: @escaping @Sendable (HTTPServerBodyWriter) async throws -> Void
    ) -> HTTPServerResponse {
        HTTPServerResponse(
            headers: [
                "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
                "Connection": "close",
            ], body: .stream(tell))
    }
}
