internal import Catalog
internal import ForageCache
internal import ForageCore
internal import ForageDefinitions
internal import ForageNetwork
internal import ForagePrograms
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
    /// Asks strangers' servers for whole files.
    let files: any StreamingFetcher
    /// Tells services that a file is taken. Nothing is kept of it, since each time counts.
    private let notices: Doors
    private let caches: [CachingFetcher]
    private let items: (any ItemIndex)?
    private let responses: DiskStore?

    /// - Parameters:
    ///   - configuration: Who asks.
    ///   - keys: The services' keys, and where they may go.
    ///   - origins: Which origins are played by another server.
    ///   - ledger: Where the requests to services are counted.
    ///   - limits: How much each may be asked.
    ///   - cache: What is kept; nil to keep nothing.
    ///   - use: How far it may be used.
    init(
        _ configuration: Configuration, keys: KeyRing, origins: OriginMap, ledger: any Ledger,
        limits: [ProviderID: RequestLimits], cache: Cache?, use: CacheUse
    ) {
        let curl = CurlEngine()
        let userAgent = UserAgent(
            version: Version.current, contact: configuration.contact ?? Version.contact)
        var caches: [CachingFetcher] = []
        func layered(_ network: any Fetcher, bounds: RedirectFollower.Bounds = .anyHost) -> any Fetcher {
            var fetcher: any Fetcher = use == .offline ? NobodyAsked() : SharedFetches(network)
            if let store = cache?.store {
                let caching = CachingFetcher(fetcher, store: store, leases: cache?.responses, use: use)
                caches.append(caching)
                fetcher = caching
            }
            return RedirectFollower(fetcher, bounds: bounds)
        }
        func mannerly(_ reach: NetworkFetcher.Reach) -> MannerlyFetcher {
            let network = NetworkFetcher(
                engine: curl, keys: keys, origins: origins, userAgent: userAgent, reach: reach)
            return MannerlyFetcher(network, ledger: ledger, limits: limits)
        }
        services = layered(mannerly(.anywhere))
        described = layered(mannerly(.openInternet), bounds: .declaredHosts)
        notices = Doors(
            services: RedirectFollower(mannerly(.anywhere)),
            described: RedirectFollower(mannerly(.openInternet), bounds: .declaredHosts))
        files = StreamingFollower(
            NetworkFetcher(engine: curl, origins: origins, userAgent: userAgent, reach: .openInternet))
        pictures = layered(
            NetworkFetcher(engine: curl, origins: origins, userAgent: userAgent, reach: .openInternet))
        named = layered(NetworkFetcher(engine: curl, origins: origins, userAgent: userAgent))
        self.caches = caches
        items = cache?.items
        responses = cache?.responses
    }

    /// Joins a provider and what carries out its requests; where items are kept, with what is kept of it.
    func source(of configured: ProviderConfiguration) -> any Source {
        let about = configured.provider.about
        let source = asking(configured)
        guard let items else { return source }
        return RememberingSource(source, in: items, upTo: about.terms.caching.greatestAge)
    }

    /// Joins a provider and what tells its service that a file is taken.
    func sourceOfPermits(_ configured: ProviderConfiguration) -> any Source {
        Self.source(of: configured.provider, through: notices)
    }

    private func asking(_ configured: ProviderConfiguration) -> any Source {
        Self.source(
            of: configured.provider, through: Doors(services: services, described: described),
            readings: readings(of: configured))
    }

    /// The two ways out: for providers that are part of the program, and for those that strangers described.
    private struct Doors: Sendable {
        let services: any Fetcher
        let described: any Fetcher
    }

    private static func source(
        of provider: any Provider, through doors: Doors, readings: (any ReadingStore)? = nil
    ) -> any Source {
        switch provider {
        case let program as ProgramProvider:
            ProgramSource(program) { PureSource(provider: $0, fetcher: doors.described) }
        case let provider as any Provider & DefinedByFile:
            PureSource(provider: provider, fetcher: doors.described)
        default: PureSource(provider: provider, fetcher: doors.services, readings: readings)
        }
    }

    /// Where is kept what a provider reads. Only for those that are part of the program, because with it alone they
    /// change.
    private func readings(of configured: ProviderConfiguration) -> (any ReadingStore)? {
        guard let responses, let build = Version.build,
            Catalog.all.contains(where: { $0.about.id == configured.id })
        else { return nil }
        return KeptReadings(
            in: responses, of: configured.id, readBy: "\(build)\n\(configured.settings.canonicalText)")
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

    /// Returns when nothing goes on behind the back of those who were answered, or when the time is over.
    func finish(within patience: Duration) async {
        guard caches.contains(where: \.hasBackgroundWork) else { return }
        await withTaskGroup { group in
            group.addTask { for cache in caches { await cache.finishBackgroundWork() } }
            group.addTask { try? await Task.sleep(for: patience) }
            await group.next()
            group.cancelAll()
        }
    }
}

/// Stands where the network would be: offline no socket is opened.
private struct NobodyAsked: Fetcher {
    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        throw .unreachable("\(provider.name) is not asked offline, and nothing is stored")
    }
}
