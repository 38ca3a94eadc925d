package import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageSearch
package import HTTPServer
internal import Platform

/// The gallery: a page for the browser and a JSON API, served until it is stopped or let go of.
package final class Gallery: Sendable {
    /// Where it is, for a browser.
    package let address: String
    private let server: HTTPServer
    private let searches: Searches
    private let files: FileHandler
    private let late = LateAnswers()

    /// How long answers that are under way may take once it ends, and how much of that is for providers and for files.
    private static let patience = (
        whole: Duration.seconds(3.5), providers: Duration.seconds(2), files: Duration.seconds(3)
    )

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - forage: What is searched with; one for all requests.
    ///   - host: A numeric address of this machine.
    ///   - port: Any free one when 0.
    ///   - token: What lets somebody in; nil to let everybody in who can reach it.
    ///   - names: Under which names it may be asked for, beside its own.
    ///   - isPlayed: Whether the services are played on this machine.
    ///   - imageProgram: The path of `forage-image`, where it is installed.
    ///   - warn: Is told which pictures were refused and why, a sentence each.
    /// - Throws: ``HTTPServer/HTTPServerError`` where it cannot listen there.
    package init(
        _ forage: Forage, host: String = "127.0.0.1", port: Int = 0, token: String? = nil,
        names: [String] = [], isPlayed: Bool = false, imageProgram: String? = nil,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(HTTPServerError) {
        let (forage, metrics) = (forage.finishing(late), Metrics())
        // Nobody can open the address that stands for all of this machine's.
        let numbers = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
        let name = numbers.contains(":") ? "[\(numbers)]" : numbers
        let isShared = host != numbers || WebURL("http://\(name)/")?.origin.isLoopback != true
        let pictures = PictureHandler(
            forage, workshop: imageProgram.map(PictureWorkshop.init), metrics, warn: warn)
        let links = PictureLinks(
            forage.configuration, seal: pictures.seal, isPlayed: isPlayed, shrinks: imageProgram != nil)
        let (searches, files) = (Searches(forage, metrics), FileHandler(forage))
        let middleware = Middleware(
            hosts: HostRule(listeningOn: host, isShared: isShared, or: names),
            rateLimiter: isShared ? ClientRateLimiter() : nil,
            access: token.map(Access.init),
            headers: SafetyHeaders(showingPicturesOf: links.otherOrigins, isShared: isShared),
            metrics: metrics,
            router: Router(
                forage: forage, searches: searches, lists: ListHandler(searches, links.addition),
                pictures: pictures, files: files, addition: links.addition, isPlayed: isPlayed,
                metrics: metrics))
        self.searches = searches
        self.files = files
        Task { TransientFolder.removeAbandoned() }
        server = try HTTPServer(
            address: host, port: port, limits: HTTPServer.Limits(searchingFor: forage.configuration.timeout),
            refusing: { middleware.refuse($0, $1) },
            answering: { middleware.answer($0) })
        address = "http://\(name):\(server.port)/"
    }

    /// Serves until the task is cancelled; answers that are under way then are finished, those of slow providers with
    /// what is there.
    package func serve() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        // A task of its own has the time that this one has no more.
        await Task { await finish() }.value
        stop()
    }

    private func finish() async {
        let start = ContinuousClock.now
        let alarm = Task {
            try await Task.sleep(until: start + Self.patience.providers)
            searches.end()
            try await Task.sleep(until: start + Self.patience.files)
            files.end()
        }
        await server.finish(within: Self.patience.whole)
        alarm.cancel()
    }

    /// Where it listens.
    package var port: Int { server.port }

    /// Ends it at once.
    package func stop() {
        server.stop()
        late.giveUp()
        files.clear()
    }
}

extension HTTPServer.Limits {
    /// Those of a server whose searches may take so long; what they found by then is still to be written.
    init(searchingFor timeout: Duration) {
        self.init()
        handling = max(handling, timeout + .seconds(10))
    }
}

/// Where the gallery puts what passes: folders in the system's one for that.
enum TransientFolder {
    private static let name = "forage-gallery"
    private static var place: String { FileManager.default.temporaryDirectory.path }

    static func make() throws(FileError) -> OwnFolder { try OwnFolder(in: place, named: name) }

    /// Removes those of galleries that were killed.
    static func removeAbandoned() { OwnFolder.removeAbandoned(in: place, named: name) }
}
