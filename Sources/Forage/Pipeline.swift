internal import ForageCache
internal import ForageCore
internal import ForageDownloads
internal import ForageNetwork
internal import ForageSearch

/// The layers that a request goes through on its way to the network, each a fetcher around the next.
struct Pipeline: Sendable {
    /// Asks the services for providers.
    let services: any Fetcher
    /// Asks the services of providers that files define: strangers described them, so they get no further than the
    /// hosts that they declare, on the open internet.
    let described: any Fetcher
    /// Asks strangers' servers for pictures.
    let pictures: any Fetcher
    /// Asks for what the person names, wherever that is.
    let named: any Fetcher
    /// Ask services as the first two do, but anew and once, whatever comes of it.
    let once: (services: any Fetcher, described: any Fetcher)
    /// Asks strangers' servers for whole files, of which nothing is kept.
    let files: any StreamingFetcher
    private let caches: [CachingFetcher]
    let cache: Cache?
    let traffic: Traffic
    let ledger: (any Ledger)?
    let tape: Tape

    /// Whether what goes through is written down, or comes from what was.
    enum Tape: Sendable {
        case none
        case recording(Recorder)
        case playing(Replay)
    }

    /// - Parameters:
    ///   - configuration: Who asks.
    ///   - keys: The services' keys, and where they may go.
    ///   - origins: Which origins are played by another server.
    ///   - ledger: Where the requests to services are counted.
    ///   - limits: How much each may be asked.
    ///   - cache: What is kept; nil to keep nothing.
    ///   - use: How far it may be used.
    ///   - recorder: Who writes down what goes through.
    init(
        _ configuration: Configuration, keys: KeyRing, origins: OriginMap, ledger: any Ledger,
        limits: [ProviderID: RequestLimits], cache: Cache?, use: CacheUse, recorder: Recorder? = nil
    ) {
        var transfers = CurlSettings()
        // One host plays all services, and each may have as many connections as by itself.
        if origins.hasOnePlayer { transfers.connectionsPerHost = transfers.connections }
        let curl = CurlEngine(transfers)
        let traffic = Traffic()
        let userAgent = UserAgent(
            version: Version.current, project: Version.project, contact: configuration.contact)
        var layers = Layers(
            ledger: ledger, limits: limits, personalAges: configuration.personalAges, cache: cache, use: use,
            recorder: recorder, traffic: traffic)
        let known = NetworkFetcher(engine: curl, keys: keys, origins: origins, userAgent: userAgent)
        let strange = NetworkFetcher(
            engine: curl, keys: keys, origins: origins, userAgent: userAgent, reach: .openInternet)
        services = layers.mannerly(known, within: .anyHost)
        described = layers.mannerly(strange, within: .declaredHosts)
        once = (layers.once(known, within: .anyHost), layers.once(strange, within: .declaredHosts))
        let strangers = NetworkFetcher(
            engine: curl, origins: origins, userAgent: userAgent, reach: .openInternet,
            isEnough: PictureStart.isEnough)
        pictures = layers.recorded(layers.unrecorded(strangers, within: .anyHost))
        files =
            use == .offline
            ? NobodyAsked() : StreamingFollower(CountedStreams(fetcher: strangers, traffic: traffic))
        let anybody = NetworkFetcher(
            engine: curl, origins: origins, userAgent: userAgent, isEnough: PictureStart.isEnough)
        named = layers.recorded(layers.unrecorded(anybody, within: .anyHost))
        caches = layers.caches
        self.cache = cache
        self.traffic = traffic
        self.ledger = ledger
        tape = recorder.map(Tape.recording) ?? .none
    }

    /// Nothing but what was recorded: no cache, no file, no socket.
    init(playing replay: Replay) {
        services = ReplayedFetcher(replay)
        (described, pictures, named) = (services, services, services)
        once = (services, services)
        files = NobodyAsked()
        caches = []
        cache = nil
        traffic = Traffic()
        ledger = nil
        tape = .playing(replay)
    }

    /// Measures pictures of strangers.
    var measurer: any Measurer {
        let measurer = PictureMeasurer(fetcher: pictures)
        return switch tape {
        case .none: measurer
        case .recording(let recorder): RecordingMeasurer(measurer, recorder)
        case .playing(let replay): ReplayedMeasurer(measurer, replay)
        }
    }

    /// Says what may have been meant, by the items that were met.
    var suggester: (any Suggester)? {
        switch tape {
        case .none: cache?.items
        case .recording(let recorder): cache?.items.map { RecordingSuggester($0, recorder) }
        case .playing(let replay): ReplayedSuggester(replay)
        }
    }

    /// Asks the service of a provider for a check-up; nothing is kept.
    func fetchOnce(
        _ endpoint: Endpoint, for provider: any Provider, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        let fetcher = provider.isDescribed ? once.described : once.services
        return try await fetcher.fetch(endpoint, for: provider.about, by: deadline)
    }

    /// What the cache would make of a request to a service, and what is stored for it; nil where nothing is kept.
    func decision(
        on endpoint: Endpoint, for about: About
    ) async -> (decision: CacheDecision, stored: [StoredResponse])? {
        guard let cache = caches.first, let key = CacheKey(endpoint),
            let decision = await cache.decision(on: endpoint, for: about)
        else { return nil }
        return (decision, await cache.store.responses(for: key))
    }

    /// How those stand that were asked.
    var standings: [ProviderID: ProviderStanding] { get async { await ledger?.standings() ?? [:] } }

    /// Returns when nothing goes on behind the back of those who were answered. Confirmations are given up when the
    /// time is over; what was handed over to be written is written.
    func finish(within patience: Duration) async {
        await finishConfirming(within: patience)
        await cache?.finish()
        await ledger?.finish()
    }

    private func finishConfirming(within patience: Duration) async {
        guard caches.contains(where: \.hasBackgroundWork) else { return }
        await withTaskGroup { group in
            group.addTask { for cache in caches { await cache.finishBackgroundWork() } }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}
