package import HTTPServer

/// The upstream services, played over real HTTP on this machine until it is stopped or let go of.
///
/// `https://HOST/PATH` is at `http://127.0.0.1:PORT/HOST/PATH`.
package final class Sandbox: Sendable {
    private let server: HTTPServer

    package convenience init(_ options: SandboxOptions = SandboxOptions()) throws(HTTPServerFailure) {
        try self.init(Stage(options: options), port: options.port)
    }

    init(_ stage: Stage, port: Int) throws(HTTPServerFailure) {
        server = try HTTPServer(port: port) { await stage.respond(to: $0) }
    }

    package var port: Int { server.port }

    /// Where the played hosts are found, without a slash at the end.
    package var origin: String { "http://127.0.0.1:\(port)" }

    package func stop() {
        server.stop()
    }
}
