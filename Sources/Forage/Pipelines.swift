internal import ForageCore
internal import ForageDownloads
internal import ForageProviders
internal import ForageSearch
internal import ForageStorage
internal import ForageTransport

/// The pipelines of one Forage, one for each kind of address that is asked, and what they share.
struct Pipelines: Sendable {
    /// To the services of compiled providers.
    let services: RequestPipeline
    /// To the services of providers that files define. Strangers described them, so redirects lead no further than the
    /// hosts that they declare, on the open internet.
    let described: RequestPipeline
    /// To strangers' servers, for pictures and files.
    let pictures: RequestPipeline
    /// To what the person names, wherever that is.
    let named: RequestPipeline
    /// To services as the first two, but past the cache and without repeats.
    private let once: (services: RequestPipeline, described: RequestPipeline)
    let cache: Cache?
    let traffic = Traffic()
    let ledger: (any Ledger)?
    let tape: (any Tape)?

    /// Creates the pipelines of a run that asks services.
    ///
    /// - Parameters:
    ///   - configuration: The person's settings.
    ///   - keys: The services' keys, and where they may go.
    ///   - origins: The origins that another server plays.
    ///   - ledger: Counts the requests to services.
    ///   - limits: How much each service may be asked.
    ///   - cache: What is kept; nil to keep nothing.
    ///   - use: How far it may be used.
    ///   - tape: Records what goes through.
    init(
        _ configuration: Configuration, keys: KeyRing, origins: OriginMap, ledger: any Ledger,
        limits: [ProviderID: RequestLimits], cache: Cache?, use: CacheUse, tape: (any Tape)? = nil
    ) {
        var transfers = CurlSettings()
        // One host plays all services, and each may have as many connections as by itself.
        if origins.hasOnePlayer { transfers.connectionsPerHost = transfers.connections }
        let curl = CurlEngine(transfers)
        let userAgent = UserAgent(
            version: Version.current, project: Version.project, contact: configuration.contact)
        func network(
            _ keys: KeyRing, _ reach: NetworkFetcher.Reach, isEnough: (@Sendable ([UInt8]) -> Bool)? = nil
        ) -> NetworkFetcher? {
            guard use != .offline else { return nil }
            return NetworkFetcher(
                engine: curl, keys: keys, origins: origins, userAgent: userAgent, reach: reach,
                isEnough: isEnough)
        }
        func httpCache() -> HTTPCache? {
            cache?.store.map {
                HTTPCache($0, leases: cache?.behind, use: use, personalAges: configuration.personalAges)
            }
        }
        let (known, strange) = (network(keys, .anywhere), network(keys, .openInternet))
        let limiter = RateLimiter(ledger: ledger, limits: limits)
        services = RequestPipeline(
            known, cache: httpCache(), limiter: limiter, traffic: traffic, tape: tape)
        described = RequestPipeline(
            strange, within: .declaredHosts, cache: httpCache(), limiter: limiter, traffic: traffic,
            tape: tape)
        let strangers = network(KeyRing(), .openInternet, isEnough: PictureStart.isEnough)
        pictures = RequestPipeline(
            strangers, files: strangers, cache: httpCache(), traffic: traffic, tape: tape)
        named = RequestPipeline(
            network(KeyRing(), .anywhere, isEnough: PictureStart.isEnough), cache: httpCache(),
            traffic: traffic, tape: tape)
        let onceOnly = RateLimiter(ledger: ledger, limits: limits, retries: .none)
        once = (
            RequestPipeline(known, limiter: onceOnly),
            RequestPipeline(strange, within: .declaredHosts, limiter: onceOnly)
        )
        self.cache = cache
        self.ledger = ledger
        self.tape = tape
    }

    /// Creates the pipelines of a replay: no cache, no file, no socket.
    init(playing replay: Replay) {
        services = RequestPipeline(nil, tape: replay)
        (described, pictures, named) = (services, services, services)
        once = (services, services)
        cache = nil
        ledger = nil
        tape = replay
    }

    /// Measures strangers' pictures.
    var measurer: any Measurer {
        let measurer = PictureMeasurer(fetcher: pictures)
        return tape.map { TapedMeasurer(measurer, on: $0) } ?? measurer
    }

    /// Suggests other words, by the items that were met.
    var suggester: (any Suggester)? {
        tape.map { TapedSuggester(cache?.items, on: $0) } ?? cache?.items
    }

    /// The pipeline to a provider's service.
    private func pipeline(to provider: any Provider) -> RequestPipeline {
        provider.isDescribed ? described : services
    }

    /// The same, past the cache and without repeats.
    private func pipelineOnce(to provider: any Provider) -> RequestPipeline {
        provider.isDescribed ? once.described : once.services
    }

    /// Asks a provider's service for a check-up; nothing is kept.
    func fetchOnce(
        _ endpoint: Endpoint, for provider: any Provider, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        try await pipelineOnce(to: provider).fetch(endpoint, for: provider.info, by: deadline)
    }

    /// The state of every provider that was asked.
    var states: [ProviderID: ProviderState] { get async { await ledger?.states() ?? [:] } }

    /// Returns when everything that was handed over is written, and every confirmation has ended or, when the time is
    /// over, was given up.
    func finish(within patience: Duration) async {
        let confirming = [services, described, pictures, named].filter(\.hasBackgroundWork)
        if !confirming.isEmpty {
            await withTaskGroup { group in
                group.addTask { for pipeline in confirming { await pipeline.finish() } }
                group.addTask { try? await Task.sleep(for: patience) }
                await group.next()
                group.cancelAll()
            }
        }
        await cache?.finish()
        await ledger?.finish()
    }
}

extension Pipelines {
    /// Joins a provider and the pipeline to its service; where items are kept, with what is kept of it.
    func source(of configured: ProviderConfiguration) -> any Source {
        let source = remembering(configured)
        guard let tape else { return source }
        // A program may have read what was recorded, and a bundle must never start one.
        return TapedSource(
            source, isReadable: configured.provider.exactly(ProgramProvider.self) == nil, on: tape)
    }

    private func remembering(_ configured: ProviderConfiguration) -> any Source {
        let provider = configured.provider
        let source = source(of: provider, through: pipeline(to: provider))
        guard let items = cache?.items else { return source }
        return RememberingSource(source, in: items, upTo: provider.info.terms.caching.greatestAge)
    }

    /// Joins a provider and what tells its service that a file is taken. Nothing is kept of that, since each time counts.
    func sourceOfPermits(_ configured: ProviderConfiguration) -> any Source {
        source(of: configured.provider, through: pipelineOnce(to: configured.provider))
    }

    private func source(of provider: any Provider, through pipeline: RequestPipeline) -> any Source {
        guard let program = provider.exactly(ProgramProvider.self) else {
            return PureSource(provider: provider, fetcher: pipeline)
        }
        return ProgramSource(program) { PureSource(provider: $0, fetcher: pipeline) }
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
