package import ForageCore
package import Platform
internal import Synchronization

/// Serves stored answers if HTTP's rules and the user's settings permit it, and otherwise sends the request.
package struct HTTPCache: Sendable {
    let store: any ResponseStore
    let leases: (any Leases)?
    let use: CacheUse
    let policy: CachePolicy
    private let personalAges: [ProviderID: Duration]
    let clock: @Sendable () -> Date
    let background = BackgroundWork()
    let failures = FailureMemory()

    /// - Parameters:
    ///   - store: The store of answers.
    ///   - leases: Coordinates several processes that share the store; nil for no coordination.
    ///   - use: The user's choice for the use of stored answers.
    ///   - policy: The rules in addition to HTTP's own.
    ///   - personalAges: The ages up to which the user permits reuse, by provider.
    ///   - clock: Returns the current time.
    package init(
        _ store: any ResponseStore, leases: (any Leases)? = nil,
        use: CacheUse = .usual(), policy: CachePolicy = CachePolicy(),
        personalAges: [ProviderID: Duration] = [:],
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.store = store
        self.leases = leases
        self.use = use
        self.policy = policy
        self.personalAges = personalAges
        self.clock = clock
    }

    /// Answers a request from the store, or sends it; never sends it if offline.
    package func answer(
        _ request: FetchRequest, _ next: @escaping NextStage
    ) async throws(FetchError) -> Fetched {
        guard let asked = CacheRequest(request.endpoint) else { return try await next(request) }
        let exchange = CacheExchange(
            cache: self, endpoint: request.endpoint, request: asked, provider: request.provider,
            deadline: request.deadline, next: next)
        var fetched = try await exchange.run()
        fetched.key = asked.key
        return fetched
    }

    /// Returns the decision on a request now, with the answers stored for it, and sends nothing. Nil for a file.
    package func decision(
        on endpoint: Endpoint, for provider: ProviderInfo
    ) async -> (decision: CacheDecision, stored: [StoredResponse])? {
        guard let request = CacheRequest(endpoint) else { return nil }
        let stored = await store.responses(for: request.key)
        return (rules(for: provider).decide(request, among: stored, at: clock()), stored)
    }

    /// Drops a useless answer.
    ///
    /// A "not found" answer with an explicit lifetime remains. So does a part, whose rest may be requested later, and
    /// an earlier answer that this one did not replace.
    func drop(_ answer: Fetched) async {
        let response = answer.response
        let saysNothingIsThere = [404, 410].contains(response.status)
        guard let key = answer.key, response.completeness == .whole,
            !(saysNothingIsThere && response.headers.hasExplicitFreshness),
            await store.responses(for: key).contains(where: { $0.isAnswer(response) })
        else { return }
        await store.removeResponses(for: key)
    }

    /// Indicates whether answers that were already served are being confirmed.
    package var hasBackgroundWork: Bool { !background.isEmpty }

    /// Returns when every such confirmation has ended.
    package func finishBackgroundWork() async { await background.finish() }

    func rules(for provider: ProviderInfo) -> CacheRules {
        guard policy.obeysTerms else { return CacheRules(use: use) }
        var terms = provider.terms.caching
        terms.personalAge = personalAges[provider.id]
        return CacheRules(use: use, terms: terms)
    }
}

extension StoredResponse {
    /// Indicates whether this is the stored form of an answer, judging by status and length.
    fileprivate func isAnswer(_ response: Response) -> Bool {
        status == response.status && byteCount == response.body.count
    }
}

/// The cache's rules in addition to HTTP's own.
package struct CachePolicy: Hashable, Sendable {
    /// Indicates whether services' terms determine how long their answers are kept if HTTP does not.
    package var obeysTerms = true
    /// Indicates whether a failed or refused request is not repeated for a short time.
    package var remembersFailures = true

    package init() {}

    /// The policy of HTTP's rules alone, for a conformance test suite.
    package static let httpAlone: CachePolicy = {
        var policy = CachePolicy()
        policy.obeysTerms = false
        policy.remembersFailures = false
        return policy
    }()
}

/// Work that continues after its answer was returned; one task at a time for each key.
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

    /// Returns when all work has ended; cancelling the wait cancels the work.
    func finish() async {
        await withTaskCancellationHandler {
            while let task = tasks.withLock({ $0.first?.value }) { await task.value }
        } onCancel: {
            tasks.withLock { tasks in tasks.values.forEach { $0.cancel() } }
        }
    }
}

/// The addresses whose requests recently failed or were refused, so that a burst of requests does not repeat them.
///
/// It lasts as long as the process; quotas and circuit breakers handle longer failures.
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

    /// Returns the time in which a request is not repeated. It follows the service's own `Retry-After`, up to a limit.
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

    /// Returns the result of the last attempt, if it was a recent failure.
    func outcome(for key: CacheKey, at now: Date) -> Result<Response, FetchError>? {
        entries.withLock { entries in
            guard let entry = entries[key] else { return nil }
            if entry.start <= now, now < entry.end { return entry.outcome }
            entries[key] = nil
            return nil
        }
    }

    /// Remembers a failed attempt, and forgets the result of the one before.
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
