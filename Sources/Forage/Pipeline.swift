internal import Catalog
internal import Essentials
internal import ForageCache
internal import ForageCore
internal import ForageDefinitions
internal import ForageImages
internal import ForageMeasure
internal import ForageNetwork
internal import ForagePrograms
internal import ForageReplay
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
    /// The same for pictures of which only is written down how they look.
    private let thumbnails: any Fetcher
    /// Asks for what the person names, wherever that is.
    let named: any Fetcher
    /// Ask services as the first two do, but anew and once, whatever comes of it.
    private let once: (services: any Fetcher, described: any Fetcher)
    /// Asks strangers' servers for whole files, of which nothing is kept.
    let files: any StreamingFetcher
    private let caches: [CachingFetcher]
    let cache: Cache?
    /// What was read of answers, in a program that runs long.
    private let readings: MemoryFirstReadings.Memory?
    let traffic: Traffic
    private let ledger: (any Ledger)?
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
            version: Version.current, contact: configuration.contact ?? Version.contact)
        var caches: [CachingFetcher] = []
        func unrecorded(
            _ network: any Fetcher, bounds: RedirectFollower.Bounds = .anyHost
        ) -> any Fetcher {
            let counted = CountedFetcher(fetcher: network) {
                traffic.noteTransfer(byteCount: $0.response.body.count)
            }
            var fetcher: any Fetcher = use == .offline ? NobodyAsked() : SharedFetches(counted)
            if let store = cache?.store {
                let caching = CachingFetcher(fetcher, store: store, leases: cache?.behind, use: use)
                caches.append(caching)
                fetcher = CountedFetcher(fetcher: caching, note: traffic.noteAnswer)
            }
            return RedirectFollower(fetcher, bounds: bounds)
        }
        // Behind the cache, so that the age of an answer is written down with it.
        func recorded(_ fetcher: any Fetcher) -> any Fetcher {
            recorder.map { RecordingFetcher(fetcher, $0) } ?? fetcher
        }
        func layered(_ network: any Fetcher, bounds: RedirectFollower.Bounds = .anyHost) -> any Fetcher {
            recorded(unrecorded(network, bounds: bounds))
        }
        func mannerly(
            _ network: NetworkFetcher, bounds: RedirectFollower.Bounds = .anyHost
        ) -> any Fetcher {
            layered(MannerlyFetcher(network, ledger: ledger, limits: limits), bounds: bounds)
        }
        func once(
            _ network: NetworkFetcher, bounds: RedirectFollower.Bounds = .anyHost
        ) -> any Fetcher {
            guard use != .offline else { return NobodyAsked() }
            return RedirectFollower(
                MannerlyFetcher(network, ledger: ledger, limits: limits, retries: .none), bounds: bounds)
        }
        let known = NetworkFetcher(engine: curl, keys: keys, origins: origins, userAgent: userAgent)
        let strange = NetworkFetcher(
            engine: curl, keys: keys, origins: origins, userAgent: userAgent, reach: .openInternet)
        services = mannerly(known)
        described = mannerly(strange, bounds: .declaredHosts)
        self.once = (once(known), once(strange, bounds: .declaredHosts))
        let strangers = NetworkFetcher(
            engine: curl, origins: origins, userAgent: userAgent, reach: .openInternet,
            isEnough: PictureStart.isEnough)
        thumbnails = unrecorded(strangers)
        pictures = recorded(thumbnails)
        files =
            use == .offline
            ? NobodyAsked() : StreamingFollower(CountedStreams(fetcher: strangers, traffic: traffic))
        named = layered(
            NetworkFetcher(
                engine: curl, origins: origins, userAgent: userAgent, isEnough: PictureStart.isEnough))
        self.caches = caches
        self.cache = cache
        let room = cache?.readingByteCount ?? 0
        readings = room > 0 ? MemoryCache(limit: room, usualByteCount: 128 << 10) : nil
        self.traffic = traffic
        self.ledger = ledger
        tape = recorder.map(Tape.recording) ?? .none
    }

    /// Nothing but what was recorded: no cache, no file, no socket.
    init(playing replay: Replay) {
        services = ReplayedFetcher(replay)
        (described, pictures, thumbnails, named) = (services, services, services, services)
        once = (services, services)
        files = NobodyAsked()
        caches = []
        cache = nil
        readings = nil
        traffic = Traffic()
        ledger = nil
        tape = .playing(replay)
    }

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

    /// Measures pictures of strangers.
    var measurer: any Measurer {
        let measurer = PictureMeasurer(fetcher: pictures)
        return switch tape {
        case .none: measurer
        case .recording(let recorder): RecordingMeasurer(measurer, recorder)
        case .playing(let replay): ReplayedMeasurer(measurer, replay)
        }
    }

    /// Looks at small pictures of strangers, which a program decodes.
    func onlooker(_ program: String, warn: @escaping @Sendable (String) -> Void) -> any Onlooker {
        let onlooker = ThumbnailOnlooker(
            thumbnails, program: program, keepingIn: cache?.behind.map { KeptLooks(in: $0) }, warn: warn)
        return switch tape {
        case .none: onlooker
        case .recording(let recorder): RecordingOnlooker(onlooker, recorder)
        case .playing(let replay): ReplayedOnlooker(replay)
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
            readings: readings(of: configured), answers: cache?.store, ledger: ledger,
            now: clock(of: configured.id))
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

    /// Where is kept what a provider reads.
    private func readings(of configured: ProviderConfiguration) -> (any ReadingStore)? {
        let kept = keptReadings(of: configured)
        guard let readings else { return kept }
        return MemoryFirstReadings(before: kept, in: readings, of: configured.id)
    }

    /// From one run to the next only for those that are part of the program, because with it alone they change.
    private func keptReadings(of configured: ProviderConfiguration) -> (any ReadingStore)? {
        guard let store = cache?.behind, let build = Version.build,
            Catalog.all.contains(where: { $0.about.id == configured.id })
        else { return nil }
        return KeptReadings(
            in: store, of: configured.id, readBy: "\(build)\n\(configured.settings.canonicalText)")
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

extension Provider {
    /// Whether a stranger's file says what it does.
    fileprivate var isDescribed: Bool {
        Self.self == DefinedProvider.self || Self.self == ProgramProvider.self
    }

    /// Itself, if it is of that very type. A cast that fails has looked through every conformance of the program.
    fileprivate func exactly<Other: Provider>(_ type: Other.Type) -> Other? {
        Self.self == type ? self as? Other : nil
    }
}

/// Stands where the network would be: offline no socket is opened.
private struct NobodyAsked: Fetcher, StreamingFetcher {
    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        throw .unreachable("\(provider.name) is not asked offline, and nothing is stored")
    }

    func open(
        _ endpoint: Endpoint, for provider: About
    ) async throws(FetchFailure) -> StreamedResponse {
        throw .unreachable("nobody is asked for a file offline")
    }
}
