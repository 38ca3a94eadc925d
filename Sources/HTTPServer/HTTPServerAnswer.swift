/// What becomes of a request.
package enum HTTPServerAnswer: Sendable {
    /// It is answered at once, by the thread that read it: for what lies ready.
    case ready(HTTPServerResponse)
    /// It is answered when this is done, in a task of its own.
    case later(@Sendable () async -> HTTPServerResponse)
}
