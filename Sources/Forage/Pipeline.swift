internal import ForageCache
internal import ForageCore
internal import ForageDownloads
internal import ForageNetwork
internal import ForageProviders
internal import ForageSearch
internal import Platform

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
    ) async throws(FetchError) -> Fetched {
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

extension Pipeline {
    /// Puts the layers of a request around what exchanges it.
    struct Layers {
        let ledger: any Ledger
        let limits: [ProviderID: RequestLimits]
        let personalAges: [ProviderID: Duration]
        let cache: Cache?
        let use: CacheUse
        let recorder: Recorder?
        let traffic: Traffic
        /// Those that look at what is kept, as they were made.
        private(set) var caches: [CachingFetcher] = []

        /// Asks a service no more than it may be asked.
        mutating func mannerly(
            _ network: NetworkFetcher, within bounds: RedirectFollower.Bounds
        ) -> any Fetcher {
            recorded(unrecorded(MannerlyFetcher(network, ledger: ledger, limits: limits), within: bounds))
        }

        /// The same, anew and once, whatever comes of it. Nothing of it is kept or written down.
        func once(_ network: NetworkFetcher, within bounds: RedirectFollower.Bounds) -> any Fetcher {
            guard use != .offline else { return NobodyAsked() }
            return RedirectFollower(
                MannerlyFetcher(network, ledger: ledger, limits: limits, retries: .none), bounds: bounds)
        }

        /// Asks for what is not kept, once for all who want the same at once.
        mutating func unrecorded(
            _ network: any Fetcher, within bounds: RedirectFollower.Bounds
        ) -> any Fetcher {
            let counted = CountedFetcher(fetcher: network) { [traffic] in
                traffic.noteTransfer(byteCount: $0.response.body.count)
            }
            var fetcher: any Fetcher = use == .offline ? NobodyAsked() : SharedFetches(counted)
            if let store = cache?.store {
                let caching = CachingFetcher(
                    fetcher, store: store, leases: cache?.behind, use: use, personalAges: personalAges)
                caches.append(caching)
                fetcher = CountedFetcher(fetcher: caching, note: traffic.noteAnswer)
            }
            return RedirectFollower(fetcher, bounds: bounds)
        }

        /// Writes down what goes through, behind the cache, so that the age of an answer is written down with it.
        func recorded(_ fetcher: any Fetcher) -> any Fetcher {
            recorder.map { RecordingFetcher(fetcher, $0) } ?? fetcher
        }
    }
}

extension Pipeline {
    /// Joins a provider and what carries out its requests; where items are kept, with what is kept of it.
    func source(of configured: ProviderConfiguration) -> any Source {
        // A program may have read what was recorded, and a bundle must never start one.
        let isReadable = configured.provider.exactly(ProgramProvider.self) == nil
        switch tape {
        case .none: return remembering(configured)
        case .recording(let recorder):
            return RecordingSource(remembering(configured), recorder, isReadable: isReadable)
        case .playing(let replay):
            return ReplayedSource(
                configured.provider.about, reader: isReadable ? asking(configured) : nil, replay)
        }
    }

    private func remembering(_ configured: ProviderConfiguration) -> any Source {
        let source = asking(configured)
        guard let items = cache?.items else { return source }
        return RememberingSource(
            source, in: items, upTo: configured.provider.about.terms.caching.greatestAge)
    }

    private func asking(_ configured: ProviderConfiguration) -> any Source {
        if let program = configured.provider.exactly(ProgramProvider.self) {
            return ProgramSource(program) { [described, store = cache?.store, ledger] in
                PureSource(provider: $0, fetcher: described, answers: store, ledger: ledger)
            }
        }
        return PureSource(
            provider: configured.provider, fetcher: configured.provider.isDescribed ? described : services,
            answers: cache?.store, ledger: ledger, now: clock(of: configured.id))
    }

    /// Joins a provider and what tells its service that a file is taken. Nothing is kept of that, since each time counts.
    func sourceOfPermits(_ configured: ProviderConfiguration) -> any Source {
        let provider = configured.provider
        if let program = provider.exactly(ProgramProvider.self) {
            return ProgramSource(program) { [once, ledger] in
                PureSource(provider: $0, fetcher: once.described, ledger: ledger)
            }
        }
        return PureSource(
            provider: provider, fetcher: provider.isDescribed ? once.described : once.services, ledger: ledger
        )
    }

    /// What tells a provider's source the time: what is recorded goes by the answers.
    private func clock(of provider: ProviderID) -> @Sendable () -> Date {
        switch tape {
        case .none: { Date() }
        case .recording(let recorder): { recorder.times.now(for: provider) }
        case .playing(let replay): { replay.times.now(for: provider) }
        }
    }
}

extension Provider {
    /// Whether a stranger's file says what it does.
    var isDescribed: Bool {
        Self.self == DefinedProvider.self || Self.self == ProgramProvider.self
    }

    /// Itself, if it is of that very type. A cast that fails has looked through every conformance of the program.
    fileprivate func exactly<Other: Provider>(_ type: Other.Type) -> Other? {
        Self.self == type ? self as? Other : nil
    }
}

/// Stands where the network would be: offline no socket is opened.
struct NobodyAsked: Fetcher, StreamingFetcher {
    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        throw .unreachable("\(provider.name) is not asked offline, and nothing is stored")
    }

    func open(
        _ endpoint: Endpoint, for provider: About
    ) async throws(FetchError) -> StreamedResponse {
        throw .unreachable("nobody is asked for a file offline")
    }
}
