package import ForageCore
package import Platform
internal import Synchronization

/// Answers from what is stored where HTTP's rules and the person allow it, and has the request sent otherwise.
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
    ///   - store: Where answers are kept.
    ///   - leases: Says who asks where several processes share the store; nil where none does.
    ///   - use: How far the person wants stored answers used.
    ///   - policy: What is done beside HTTP's own rules.
    ///   - personalAges: How long the person lets the answers of providers be reused.
    ///   - clock: Tells the time.
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

    /// Answers a request from what is stored, or has it sent; offline it is never sent.
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

    /// The decision on a request now, with what is stored for it; nothing is sent. Nil for a file.
    package func decision(
        on endpoint: Endpoint, for provider: ProviderInfo
    ) async -> (decision: CacheDecision, stored: [StoredResponse])? {
        guard let request = CacheRequest(endpoint) else { return nil }
        let stored = await store.responses(for: request.key)
        return (rules(for: provider).decide(request, among: stored, at: clock()), stored)
    }

    /// Drops a useless answer.
    ///
    /// One that says that there is nothing, and for how long, stays; so does a part, whose rest may be asked for, and an
    /// earlier answer that this one did not replace.
    func drop(_ answer: Fetched) async {
        let response = answer.response
        let saysNothingIsThere = [404, 410].contains(response.status)
        guard let key = answer.key, response.completeness == .whole,
            !(saysNothingIsThere && response.headers.sayHowLongItIsFresh),
            await store.responses(for: key).contains(where: { $0.isAnswer(response) })
        else { return }
        await store.removeResponses(for: key)
    }

    /// Whether a confirmation is under way whose answer was given before.
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
    /// Whether it is what was kept of an answer, as far as status and length tell.
    fileprivate func isAnswer(_ response: Response) -> Bool {
        status == response.status && byteCount == response.body.count
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
