internal import HTTPServer

/// What the desk has for a request.
enum DeskAnswer: Sendable {
    /// It lies there.
    case ready(HTTPServerResponse)
    /// Something has to be asked, made or read from a disk first.
    case later(@Sendable () async throws(Problem) -> HTTPServerResponse)
}
