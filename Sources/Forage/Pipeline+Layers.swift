internal import ForageCache
internal import ForageCore
internal import ForageNetwork

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
