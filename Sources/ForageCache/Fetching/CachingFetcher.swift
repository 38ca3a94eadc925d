package import Essentials
package import ForageCore

/// Answers from what is stored where HTTP's rules and the person let it, and asks another fetcher otherwise.
package struct CachingFetcher: Fetcher {
    let inner: any Fetcher
    package let store: any ResponseStore
    let leases: (any Leases)?
    let use: CacheUse
    let policy: CachePolicy
    private let personalAges: [ProviderID: Duration]
    let clock: @Sendable () -> Date
    let background = BackgroundWork()
    let failures = FailureMemory()

    /// - Parameters:
    ///   - inner: Who is asked for what is not stored; never asked offline.
    ///   - store: Where answers are kept.
    ///   - leases: Says who asks where several processes share the store; nil where none does.
    ///   - use: How far the person wants stored answers used.
    ///   - policy: What is done beside HTTP's own rules.
    ///   - personalAges: How long the person lets the answers of providers be reused.
    ///   - clock: Tells the time.
    package init(
        _ inner: any Fetcher, store: any ResponseStore, leases: (any Leases)? = nil,
        use: CacheUse = .usual(), policy: CachePolicy = CachePolicy(),
        personalAges: [ProviderID: Duration] = [:],
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.inner = inner
        self.store = store
        self.leases = leases
        self.use = use
        self.policy = policy
        self.personalAges = personalAges
        self.clock = clock
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        guard let request = CacheRequest(endpoint) else {
            return try await inner.fetch(endpoint, for: provider, by: deadline)
        }
        let exchange = CacheExchange(
            cache: self, endpoint: endpoint, request: request, provider: provider, deadline: deadline)
        var fetched = try await exchange.run()
        fetched.key = request.key
        return fetched
    }

    /// What would be made of a request now, and why; nobody is asked. Nil for a file.
    package func decision(on endpoint: Endpoint, for provider: About) async -> CacheDecision? {
        guard let request = CacheRequest(endpoint) else { return nil }
        let stored = await store.responses(for: request.key)
        return rules(for: provider).decide(request, among: stored, at: clock())
    }

    /// Whether a confirmation goes on behind an answer's back.
    package var hasBackgroundWork: Bool { !background.isEmpty }

    /// Returns when every confirmation that was begun behind an answer's back has ended.
    package func finishBackgroundWork() async { await background.finish() }

    func rules(for provider: About) -> CacheRules {
        guard policy.obeysTerms else { return CacheRules(use: use) }
        var terms = provider.terms.caching
        terms.personalAge = personalAges[provider.id]
        return CacheRules(use: use, terms: terms)
    }
}
