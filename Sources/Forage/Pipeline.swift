internal import ForageCache
internal import ForageCore
internal import ForageNetwork

/// The layers that a request goes through on its way to the network, each a fetcher around the next.
struct Pipeline: Sendable {
    /// Asks the services for providers.
    let services: any Fetcher
    /// Asks strangers' servers for pictures.
    let pictures: any Fetcher
    /// Asks for what the person names, wherever that is.
    let named: any Fetcher
    private let caches: [CachingFetcher]

    /// - Parameters:
    ///   - keys: The services' keys, and where they may go.
    ///   - origins: Which origins are played by another server.
    ///   - userAgent: Who asks.
    ///   - cache: What is kept; nil to keep nothing.
    ///   - use: How far it may be used.
    init(keys: KeyRing, origins: OriginMap, userAgent: UserAgent, cache: Cache?, use: CacheUse) {
        let curl = CurlEngine()
        var caches: [CachingFetcher] = []
        func layered(_ network: NetworkFetcher, ledger: (any Ledger)? = nil) -> any Fetcher {
            var fetcher: any Fetcher = network
            if let ledger { fetcher = MannerlyFetcher(fetcher, ledger: ledger) }
            fetcher = use == .offline ? NobodyAsked() : SharedFetches(fetcher)
            if let store = cache?.responses {
                let caching = CachingFetcher(
                    fetcher, store: store, use: use, watch: { FetchTrace.note(.cache, "\($0)") })
                caches.append(caching)
                fetcher = caching
            }
            return RedirectFollower(fetcher)
        }
        services = layered(
            NetworkFetcher(engine: curl, keys: keys, origins: origins, userAgent: userAgent),
            ledger: cache?.ledger ?? MemoryLedger())
        pictures = layered(
            NetworkFetcher(engine: curl, origins: origins, userAgent: userAgent, reach: .openInternet))
        named = layered(NetworkFetcher(engine: curl, origins: origins, userAgent: userAgent))
        self.caches = caches
    }

    /// Returns when nothing goes on behind the back of those who were answered, or when the time is over.
    func finish(within patience: Duration) async {
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
