package import Forage
internal import ForageCore
internal import ForageDownloads
internal import ForageSearch
package import HTTPServer
internal import Platform
internal import Synchronization

/// The gallery: a page for browsers and a JSON API, served until it is stopped or released.
package final class Gallery: Sendable {
    /// The address for a browser.
    package let address: String
    private let server: HTTPServer
    private let forage: CurrentForage
    private let searches: Searches
    private let files: FileHandler
    private let late = LateAnswers()

    /// The time limits for pending responses at the end: in total, for providers and for files.
    private static let patience = (
        whole: Duration.seconds(3.5), providers: Duration.seconds(2), files: Duration.seconds(3)
    )

    /// Starts to listen.
    ///
    /// - Throws: ``HTTPServer/HTTPServerError`` if it cannot listen there.
    package init(_ serving: Serving) throws(HTTPServerError) {
        let (host, seal, isPlayed) = (serving.host, serving.seal, serving.isPlayed)
        let (current, metrics) = (CurrentForage(serving.forage, finishing: late), Metrics())
        let forage = current.value
        // The address for all interfaces cannot be opened in a browser.
        let numbers = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
        let name = numbers.contains(":") ? "[\(numbers)]" : numbers
        let isShared = host != numbers || WebURL("http://\(name)/")?.origin.isLoopback != true
        let imagePool = serving.imageProgram.map { ImagePool(program: $0) }
        let pictures = PictureHandler(
            forage, AddressSeal(seal, for: "pictures"), workshop: imagePool.map(PictureWorkshop.init),
            metrics, warn: serving.warn)
        let sounds = SoundHandler(forage, AddressSeal(seal, for: "sounds"))
        let links = ItemLinks(
            forage.configuration, seal: pictures.seal, soundSeal: sounds.seal, isPlayed: isPlayed,
            shrinks: imagePool != nil)
        let (searches, files) = (Searches(current, metrics), FileHandler(current, imagePool))
        let middleware = Middleware(
            hosts: HostRule(listeningOn: host, isShared: isShared, or: serving.names),
            proxies: TrustedProxies(serving.proxies),
            rateLimiter: isShared || !serving.proxies.isEmpty ? ClientRateLimiter() : nil,
            access: serving.token.map { Access(token: $0, seal) },
            headers: SafetyHeaders(showingPicturesOf: links.otherOrigins, isShared: isShared),
            metrics: metrics,
            router: Router(
                current: current, searches: searches, lists: ListHandler(searches, links.addition),
                providers: ProviderHandler(current, serving.settings, isPlayed: isPlayed),
                pictures: pictures, sounds: sounds, files: files,
                feeds: FeedHandler(watches: serving.watches),
                collections: CollectionHandler(serving.collections),
                addition: links.addition, isPlayed: isPlayed, isLasting: serving.port != 0,
                metrics: metrics))
        self.forage = current
        self.searches = searches
        self.files = files
        Task { TransientFolder.removeAbandoned() }
        server = try HTTPServer(
            address: host, port: serving.port,
            limits: HTTPServer.Limits(searchingFor: forage.configuration.timeout),
            refusing: { middleware.refuse($0, $1) },
            answering: { middleware.answer($0) })
        address = "http://\(name):\(server.port)/"
    }

    /// Serves until the task is cancelled. Pending responses are then completed, with the results so far if providers
    /// are slow.
    package func serve() async {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        // This task is cancelled already, so the rest runs in another.
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
        // The program waits only for the work of the first one.
        await forage.value.finish()
    }

    /// The port.
    package var port: Int { server.port }

    /// Stops immediately.
    package func stop() {
        server.stop()
        late.giveUp()
        files.clear()
    }
}

extension Gallery: ForageServer {
    package static func serve(_ serving: Serving) async throws {
        let gallery = try Gallery(serving)
        serving.announce(gallery.address)
        await gallery.serve()
    }
}

extension HTTPServer.Limits {
    /// The limits of a server whose searches may take this long, with additional time to write the results.
    init(searchingFor timeout: Duration) {
        self.init()
        handling = max(handling, timeout + .seconds(10))
    }
}

/// The gallery's temporary folders, in the system's folder for temporary files.
enum TransientFolder {
    private static let name = "forage-gallery"
    private static var place: String { FileManager.default.temporaryDirectory.path }

    static func make() throws(FileError) -> OwnFolder { try OwnFolder(in: place, named: name) }

    /// Removes the folders of galleries that were killed.
    static func removeAbandoned() { OwnFolder.removeAbandoned(in: place, named: name) }
}

/// The Forage that new requests use. Requests in progress finish with the one that they began with.
final class CurrentForage: Sendable {
    private let state: Mutex<State>
    private let late: LateAnswers

    private struct State {
        var forage: Forage
        var revision = 0
    }

    init(_ forage: Forage, finishing late: LateAnswers = LateAnswers()) {
        self.late = late
        state = Mutex(State(forage: forage.finishing(late)))
    }

    var value: Forage { state.withLock { $0.forage } }

    /// The number of changes so far.
    var revision: Int { state.withLock { $0.revision } }

    /// Applies another configuration.
    func configure(by configuration: Configuration) {
        state.withLock { state in
            state.forage = state.forage.configured(by: configuration).finishing(late)
            state.revision += 1
        }
    }
}
