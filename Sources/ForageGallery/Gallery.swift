package import Forage
package import ForageCore
internal import ForageDownloads
package import ForageSearch
package import HTTPServer
package import Platform

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
    /// - Parameters:
    ///   - forage: The Forage to search with, which all requests share.
    ///   - settings: Changes the settings of providers; nil if they cannot be changed.
    ///   - host: A numeric address of this machine.
    ///   - port: The port; any free one if 0.
    ///   - token: The access token; nil to admit everyone who can reach the gallery.
    ///   - names: Additional host names under which it may be requested.
    ///   - proxies: The addresses of proxies that state the client's address.
    ///   - isPlayed: True if the services are simulated on this machine.
    ///   - imageProgram: The path of `forage-image`, if it is installed.
    ///   - seal: The seal whose key also makes the addresses of pictures and sounds.
    ///   - watches: The saved searches, which are served as feeds.
    ///   - collections: The collections of items; nil if there is no place for them.
    ///   - warn: Receives a sentence on each refused picture.
    /// - Throws: ``HTTPServer/HTTPServerError`` if it cannot listen there.
    package init(
        _ forage: Forage, settings: (any ProviderSettings)? = nil, host: String = "127.0.0.1", port: Int = 0,
        token: String? = nil,
        names: [String] = [], proxies: [AddressRange] = [], isPlayed: Bool = false,
        imageProgram: String? = nil,
        seal: CursorSeal = .keyless, watches: (any WatchStore)? = nil,
        collections: (any CollectionStore)? = nil,
        warn: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(HTTPServerError) {
        let (current, metrics) = (CurrentForage(forage, finishing: late), Metrics())
        let forage = current.value
        // The address for all interfaces cannot be opened in a browser.
        let numbers = ["0.0.0.0": "127.0.0.1", "::": "::1"][host] ?? host
        let name = numbers.contains(":") ? "[\(numbers)]" : numbers
        let isShared = host != numbers || WebURL("http://\(name)/")?.origin.isLoopback != true
        let imagePool = imageProgram.map { ImagePool(program: $0) }
        let pictures = PictureHandler(
            forage, AddressSeal(seal, for: "pictures"), workshop: imagePool.map(PictureWorkshop.init),
            metrics,
            warn: warn)
        let sounds = SoundHandler(forage, AddressSeal(seal, for: "sounds"))
        let links = ItemLinks(
            forage.configuration, seal: pictures.seal, soundSeal: sounds.seal, isPlayed: isPlayed,
            shrinks: imagePool != nil)
        let (searches, files) = (Searches(current, metrics), FileHandler(current, imagePool))
        let middleware = Middleware(
            hosts: HostRule(listeningOn: host, isShared: isShared, or: names),
            proxies: TrustedProxies(proxies),
            rateLimiter: isShared || !proxies.isEmpty ? ClientRateLimiter() : nil,
            access: token.map { Access(token: $0, seal) },
            headers: SafetyHeaders(showingPicturesOf: links.otherOrigins, isShared: isShared),
            metrics: metrics,
            router: Router(
                current: current, searches: searches, lists: ListHandler(searches, links.addition),
                providers: ProviderHandler(current, settings, isPlayed: isPlayed),
                pictures: pictures, sounds: sounds, files: files, feeds: FeedHandler(watches: watches),
                collections: CollectionHandler(collections),
                addition: links.addition, isPlayed: isPlayed, isLasting: port != 0,
                metrics: metrics))
        self.forage = current
        self.searches = searches
        self.files = files
        Task { TransientFolder.removeAbandoned() }
        server = try HTTPServer(
            address: host, port: port, limits: HTTPServer.Limits(searchingFor: forage.configuration.timeout),
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
        let gallery = try Gallery(
            serving.forage, settings: serving.settings, host: serving.host, port: serving.port,
            token: serving.token,
            names: serving.names, proxies: serving.proxies,
            isPlayed: serving.isPlayed, imageProgram: serving.imageProgram, seal: serving.seal,
            watches: serving.watches, collections: serving.collections,
            warn: serving.warn)
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
