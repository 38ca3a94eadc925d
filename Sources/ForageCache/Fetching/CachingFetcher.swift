package import ForageCore
package import Platform
internal import Synchronization

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
    ) async throws(FetchError) -> Fetched {
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

/// What the cache does beside HTTP's own rules.
package struct CachePolicy: Hashable, Sendable {
    /// Whether services' terms say how long their answers may be kept where HTTP does not.
    package var obeysTerms = true
    /// Whether who could not be reached, or said not to be asked now, is left alone for a moment.
    package var remembersFailures = true

    package init() {}

    /// HTTP's rules and nothing else, for holding them against a suite of tests.
    package static let httpAlone: CachePolicy = {
        var policy = CachePolicy()
        policy.obeysTerms = false
        policy.remembersFailures = false
        return policy
    }()
}

/// What goes on behind the back of those who were answered already. One piece of work for one key at a time.
final class BackgroundWork: Sendable {
    private let tasks = Mutex<[CacheKey: Task<Void, Never>]>([:])
    private static let greatestCount = 32

    func start(for key: CacheKey, _ work: @escaping @Sendable () async -> Void) {
        tasks.withLock { tasks in
            guard tasks[key] == nil, tasks.count < Self.greatestCount else { return }
            tasks[key] = Task(name: "confirming \(key)") {
                await work()
                self.tasks.withLock { $0[key] = nil }
            }
        }
    }

    var isEmpty: Bool { tasks.withLock { $0.isEmpty } }

    /// Returns when nothing goes on any more; whoever gives up waiting ends it.
    func finish() async {
        await withTaskCancellationHandler {
            while let task = tasks.withLock({ $0.first?.value }) { await task.value }
        } onCancel: {
            tasks.withLock { tasks in tasks.values.forEach { $0.cancel() } }
        }
    }
}

/// Who could not be reached or refused a moment ago, so that a burst of requests does not try again and again.
///
/// It lives as long as the program; what lasts longer is for quotas and breakers to know.
final class FailureMemory: Sendable {
    private struct Entry {
        let outcome: Result<Response, FetchError>
        let start: Date
        let end: Date
    }

    private let entries = Mutex<[CacheKey: Entry]>([:])
    private static let greatestCount = 256
    private static let afterFailure: TimeInterval = 5
    private static let afterRefusal: TimeInterval = 10
    private static let longest: TimeInterval = 300

    /// A service that says how long it wants to be left alone is left alone so long, within reason.
    private static func span(after outcome: Result<Response, FetchError>, at now: Date) -> TimeInterval? {
        switch outcome {
        case .failure(.unreachable): return afterFailure
        case .failure: return nil
        case .success(let response):
            guard response.status == 429 || response.status == 503 else { return nil }
            guard let time = response.retryTime else { return afterRefusal }
            return min(time.date(from: now)?.timeIntervalSince(now) ?? 0, longest)
        }
    }

    /// How the last attempt ended, if that was a moment ago.
    func outcome(for key: CacheKey, at now: Date) -> Result<Response, FetchError>? {
        entries.withLock { entries in
            guard let entry = entries[key] else { return nil }
            if entry.start <= now, now < entry.end { return entry.outcome }
            entries[key] = nil
            return nil
        }
    }

    /// Remembers how an attempt ended, if that was badly, and forgets how the one before it did.
    func note(_ outcome: Result<Response, FetchError>, for key: CacheKey, at now: Date) {
        guard let span = Self.span(after: outcome, at: now) else {
            entries.withLock { $0[key] = nil }
            return
        }
        entries.withLock { entries in
            if entries.count >= Self.greatestCount { entries = entries.filter { $0.value.end > now } }
            if entries.count >= Self.greatestCount { entries.removeAll() }
            entries[key] = Entry(outcome: outcome, start: now, end: now.addingTimeInterval(span))
        }
    }
}
