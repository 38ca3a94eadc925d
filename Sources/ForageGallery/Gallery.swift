package import Forage
internal import ForageImages
package import HTTPServer

/// The gallery: a page for the browser and a JSON API, served until it is stopped or let go of.
package final class Gallery: Sendable {
    /// Where it is, for a browser.
    package let address: String
    private let server: HTTPServer
    private let files: FileDesk

    /// How long answers that are under way may take once it ends.
    private static let patience: Duration = .seconds(3)

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - forage: What is searched with; one for all requests.
    ///   - host: A numeric address of this machine.
    ///   - port: Any free one when 0.
    ///   - isPlayed: Whether the services are played on this machine.
    ///   - imageProgram: The path of `forage-image`, where it is installed.
    ///   - warn: Is told which pictures were refused and why, a sentence each.
    /// - Throws: ``HTTPServer/HTTPServerFailure`` where it cannot listen there.
    package init(
        _ forage: Forage, host: String = "127.0.0.1", port: Int = 0, isPlayed: Bool = false,
        imageProgram: String? = nil, warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(HTTPServerFailure) {
        let pictures = PictureDesk(
            forage, workshop: imageProgram.map(PictureWorkshop.init), warn: warn)
        let links = PictureLinks(
            forage.configuration, seal: pictures.seal, isPlayed: isPlayed, shrinks: imageProgram != nil)
        let files = FileDesk(forage)
        let door = FrontDoor(
            hosts: HostRule(listeningOn: host),
            headers: SafetyHeaders(showingPicturesOf: links.otherOrigins),
            desk: Desk(
                forage: forage, pictures: pictures, files: files, addition: links.addition, isPlayed: isPlayed
            ))
        self.files = files
        server = try HTTPServer(
            address: host, port: port,
            refusing: { Problem($0, $1).response(with: door.headers) },
            handler: { await door.answer($0) })
        address = "http://\(host.contains(":") ? "[\(host)]" : host):\(server.port)/"
    }

    /// Serves until the task is cancelled; answers that are under way then are finished.
    package func serve() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        // A task of its own has the time that this one has no more.
        await Task { await server.finish(within: Self.patience) }.value
        files.clear()
    }

    /// Where it listens.
    package var port: Int { server.port }

    /// Ends it at once.
    package func stop() {
        server.stop()
        files.clear()
    }
}
