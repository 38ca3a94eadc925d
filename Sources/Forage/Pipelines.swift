internal import ForageCore
internal import ForageDownloads
internal import ForageProviders
internal import ForageSearch
internal import ForageStorage
internal import ForageTransport

/// The request pipelines of one `Forage` value, one for each kind of address, and the parts they share.
///
/// A class, so that the size of ``Forage`` does not change when a library below grows: the build does not see that a
/// package which uses Forage depends on that library.
final class Pipelines: Sendable {
    /// The pipeline to the services of compiled providers.
    let services: RequestPipeline
    /// The pipeline to the services of providers that files define. Because the files come from third parties,
    /// redirects lead only to hosts that they declare, on the open internet.
    let described: RequestPipeline
    /// The pipeline to third parties' servers, for pictures and files.
    let pictures: RequestPipeline
    /// The pipeline to any address that the user names.
    let named: RequestPipeline
    /// Pipelines to the same services as the first two, but without the cache and without retries.
    private let once: (services: RequestPipeline, described: RequestPipeline)
    let cache: Cache?
    let traffic: Traffic
    let ledger: (any Ledger)?
    let tape: (any Tape)?
    /// The keys that programs get.
    private let keys: KeyRing

    /// Creates the pipelines of a run that sends requests.
    ///
    /// - Parameters:
    ///   - configuration: The user's settings.
    ///   - keys: The services' keys, with the origins that may receive them.
    ///   - origins: The origins that another server replaces.
    ///   - ledger: Counts the requests to services.
    ///   - limits: The request limits of each service.
    ///   - cache: The cache; nil to store nothing.
    ///   - use: The rules for the use of cached answers.
    ///   - fetcher: Sends the requests; nil for Forage's own.
    ///   - traffic: Counts requests and answers.
    ///   - tape: Records all requests and answers.
    init(
        _ configuration: Configuration, keys: KeyRing, origins: OriginMap, ledger: any Ledger,
        limits: [ProviderID: RequestLimits], cache: Cache?, use: CacheUse, fetcher: (any Fetcher)? = nil,
        traffic: Traffic, tape: (any Tape)? = nil
    ) {
        var transfers = CurlSettings()
        // One host simulates all services, so allow it the total number of connections.
        if origins.hasSingleReplacement { transfers.connectionsPerHost = transfers.connections }
        let curl = CurlEngine(transfers)
        let userAgent = UserAgent(
            version: Version.current, project: Version.project, contact: configuration.contact)
        func network(
            _ keys: KeyRing, _ reach: NetworkFetcher.Reach, isEnough: (@Sendable ([UInt8]) -> Bool)? = nil
        ) -> (any Fetcher & StreamingFetcher)? {
            guard use != .offline else { return nil }
            if let fetcher { return CustomFetcher(fetcher, keys: keys) }
            return NetworkFetcher(
                engine: curl, keys: keys, origins: origins, userAgent: userAgent, reach: reach,
                isEnough: isEnough)
        }
        func httpCache() -> HTTPCache? {
            cache?.store.map {
                HTTPCache($0, leases: cache?.writeBehind, use: use, personalAges: configuration.personalAges)
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
        self.keys = keys
        self.cache = cache
        self.traffic = traffic
        self.ledger = ledger
        self.tape = tape
    }

    /// Creates the pipelines of a replay: no cache, no file, no socket.
    init(playing replay: Replay) {
        services = RequestPipeline(nil, tape: replay)
        (described, pictures, named) = (services, services, services)
        once = (services, services)
        keys = KeyRing()
        cache = nil
        traffic = Traffic()
        ledger = nil
        tape = replay
    }

    /// Measures pictures on third parties' servers.
    var measurer: any Measurer {
        let measurer = PictureMeasurer(fetcher: pictures)
        return tape.map { TapedMeasurer(measurer, on: $0) } ?? measurer
    }

    /// Suggests other words, based on known items.
    var suggester: (any Suggester)? {
        tape.map { TapedSuggester(cache?.items, on: $0) } ?? cache?.items
    }

    /// The pipeline to a provider's service.
    private func pipeline(to provider: any Provider) -> RequestPipeline {
        provider.isDescribed ? described : services
    }

    /// The pipeline to a provider's service without the cache and without retries.
    private func pipelineOnce(to provider: any Provider) -> RequestPipeline {
        provider.isDescribed ? once.described : once.services
    }

    /// Sends a request to a provider's service once, for a check; the answer is not stored.
    func fetchOnce(
        _ endpoint: Endpoint, for provider: any Provider, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        try await pipelineOnce(to: provider).fetch(endpoint, for: provider.info, by: deadline)
    }

    /// Sends a request to a server that belongs to no provider, once and without any key; the answer is not stored.
    func fetchOnce(
        _ endpoint: Endpoint, at url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        try await once.services.fetch(endpoint, for: ProviderInfo(unknownServerAt: url), by: deadline)
    }

    /// The state of every provider that was used.
    var states: [ProviderID: ProviderState] { get async { await ledger?.states() ?? [:] } }

    /// Returns when all pending writes are complete and every confirmation has ended; confirmations that exceed the
    /// time limit are cancelled.
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
    /// Joins a provider to the pipeline to its service and, if items are stored, to its stored items.
    func source(of configured: ProviderConfiguration) -> any Source {
        let source = remembering(configured)
        guard let tape else { return source }
        // An answer may come from a helper program, and a replay must never start a program.
        return TapedSource(
            source, isReadable: configured.provider.exactly(ProgramProvider.self) == nil, on: tape)
    }

    private func remembering(_ configured: ProviderConfiguration) -> any Source {
        let provider = configured.provider
        let source = source(of: provider, through: pipeline(to: provider))
        guard let items = cache?.items else { return source }
        return RememberingSource(source, in: items, upTo: provider.info.terms.caching.greatestAge)
    }

    /// Joins a provider to the pipeline that notifies its service of a download. The answers are not cached, because
    /// each download counts.
    func sourceOfPermits(_ configured: ProviderConfiguration) -> any Source {
        source(of: configured.provider, through: pipelineOnce(to: configured.provider))
    }

    private func source(of provider: any Provider, through pipeline: RequestPipeline) -> any Source {
        guard let program = provider.exactly(ProgramProvider.self) else {
            return PureSource(provider: provider, fetcher: pipeline)
        }
        let informed = program.receiving { keys.secret($0, of: provider.info.id) }
        return ProgramSource(informed) { PureSource(provider: $0, fetcher: pipeline) }
    }
}

extension Provider {
    /// Indicates whether a file from a third party defines the provider.
    fileprivate var isDescribed: Bool {
        Self.self == DefinedProvider.self || Self.self == ProgramProvider.self
    }

    /// Returns the provider itself if it is exactly of this type. It avoids a cast, because a failed cast searches all
    /// conformances in the program.
    fileprivate func exactly<Other: Provider>(_ type: Other.Type) -> Other? {
        Self.self == type ? self as? Other : nil
    }
}
