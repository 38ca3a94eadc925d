internal import ForageCore
internal import Platform

/// The handling of one request by the cache.
struct CacheExchange: Sendable {
    let cache: HTTPCache
    let endpoint: Endpoint
    let request: CacheRequest
    let provider: ProviderInfo
    let deadline: ContinuousClock.Instant
    let next: NextStage

    var rules: CacheRules { cache.rules(for: provider) }

    func run() async throws(FetchError) -> Fetched { try await run(among: await keptResponses()) }

    /// Returns the stored answers that may still be kept, and removes the others.
    func keptResponses() async -> [StoredResponse] {
        let stored = await cache.store.responses(for: request.key)
        let kept = stored.filter { !rules.mustBeDropped($0, at: cache.clock()) }
        if kept.isEmpty, !stored.isEmpty {
            await cache.store.removeResponses(for: request.key)
            FetchTrace.note(.cache, "removed: the service's terms do not allow storing it any longer")
        }
        return kept
    }

    private func run(among stored: [StoredResponse]) async throws(FetchError) -> Fetched {
        let decision = rules.decide(request, among: stored, at: cache.clock())
        FetchTrace.note(.cache, decision.description)
        switch decision.action {
        case .serve(let serving):
            if let answer = await answer(serving) { return answer }
        case .serveAndConfirm(let serving, let question):
            if let answer = await answer(serving) {
                confirmLater(question, among: stored)
                return answer
            }
        case .ask(let question): return try await askInTurn(question, among: stored)
        case .refuse: return try refusal()
        }
        // The bytes are missing from the store.
        return try await run(among: [])
    }

    /// Returns the result of a refused request: an unreachable origin if offline, or else the status that HTTP
    /// specifies.
    private func refusal() throws(FetchError) -> Fetched {
        guard cache.use != .offline else {
            throw .unreachable(
                "no answer from \(request.key.host) is cached, and no requests are sent while offline")
        }
        return Fetched(Response(url: endpoint.openAddress, status: 504, body: []), origin: .cached(.zero))
    }

    /// Confirms an answer after it was served. The client does not wait for it, so it has its own time limit.
    private func confirmLater(_ question: CacheDecision.Question, among stored: [StoredResponse]) {
        let later = CacheExchange(
            cache: cache, endpoint: endpoint, request: request, provider: provider,
            deadline: .now.advanced(by: .seconds(30)), next: next)
        var question = question
        question.fallback = nil
        cache.background.start(for: request.key) { [question] in
            await later.confirm(question, among: stored)
        }
    }

    // MARK: - Asking

    func ask(
        _ question: CacheDecision.Question, among stored: [StoredResponse]
    ) async throws(FetchError) -> Fetched {
        let asked = question.fields.reduce(endpoint) { $0.header($1.name, .text($1.value)) }
        let answer: AskedAnswer
        do throws(FetchError) {
            answer = try await send(asked)
        } catch {
            return try await fallback(of: question, after: error)
        }
        return try await take(answer, to: question, among: stored)
    }

    /// Returns an older answer after a temporary error, if there is one.
    private func fallback(
        of question: CacheDecision.Question, after error: FetchError
    ) async throws(FetchError) -> Fetched {
        guard error.isPassing, let fallback = question.fallback,
            let old = await answer(fallback, because: error.description)
        else { throw error }
        return old
    }

    private func send(_ asked: Endpoint) async throws(FetchError) -> AskedAnswer {
        let start = cache.clock()
        if let known = knownFailure(at: start) {
            FetchTrace.note(.cache, "not requested: it failed a moment ago")
            let fetched = Fetched(try known.get(), origin: .cached(.zero))
            return AskedAnswer(asked, fetched, ExchangeTimes(requested: start, received: start))
        }
        do throws(FetchError) {
            let fetched = try await next(FetchRequest(asked, for: provider, by: deadline))
            let end = cache.clock()
            note(.success(fetched.response), at: end)
            return AskedAnswer(asked, fetched, ExchangeTimes(requested: start, received: end))
        } catch {
            note(.failure(error), at: cache.clock())
            throw error
        }
    }

    private var remembersFailures: Bool { cache.policy.remembersFailures && request.method.isSafe }

    private func knownFailure(at now: Date) -> Result<Response, FetchError>? {
        guard remembersFailures, cache.use != .refresh else { return nil }
        return cache.failures.outcome(for: request.key, at: now)
    }

    private func note(_ outcome: Result<Response, FetchError>, at now: Date) {
        if remembersFailures { cache.failures.note(outcome, for: request.key, at: now) }
    }

    /// Processes an answer according to the purpose of the question.
    private func take(
        _ answer: AskedAnswer, to question: CacheDecision.Question, among stored: [StoredResponse]
    ) async throws(FetchError) -> Fetched {
        let response = answer.fetched.response
        if StatusRules.isPassingFailure(response.status), question.coversRefusals,
            let fallback = question.fallback,
            let old = await self.answer(fallback, because: "the service answered \(response.statusLine)")
        {
            return old
        }
        switch (question.purpose, response.status) {
        case (.confirm(let old), 304):
            if let confirmed = await confirm(old, by: answer) { return confirmed }
            return try await ask(CacheDecision.Question(), among: stored)
        case (.complete(let old), 206):
            if let whole = await complete(old, by: answer) { return whole }
            return try await ask(CacheDecision.Question(), among: stored)
        case (.complete, 416): return try await ask(CacheDecision.Question(), among: stored)
        default:
            await keep(answer, among: stored)
            return answer.fetched
        }
    }
}

// If several processes make the same request at once, only one of them asks, and the others wait for what it stores.
// Within a process, identical requests already share one transfer, so they share the lease as well.
extension CacheExchange {
    /// The time after which the lease of a killed or stopped process lapses.
    private static let leaseTime = Duration.seconds(3)
    /// The longest pause between two looks at another process's lease.
    private static let longestPause = Duration.milliseconds(160)

    /// Asks, unless another process is doing so; then waits and serves what that process stored.
    func askInTurn(
        _ question: CacheDecision.Question, among stored: [StoredResponse]
    ) async throws(FetchError) -> Fetched {
        guard let leases = cache.leases, isForEveryone else { return try await ask(question, among: stored) }
        let isMine: Bool
        do throws(FetchError) {
            isMine = try await takeTurn(by: leases)
        } catch {
            return try await fallback(of: question, after: error)
        }
        let stored = await keptResponses()
        let decision = rules.decide(request, among: stored, at: cache.clock())
        var question = question
        switch decision.action {
        case .serve(let serving), .serveAndConfirm(let serving, _):
            if let answer = await answer(serving) {
                FetchTrace.note(.cache, decision.description)
                if isMine { await leases.release(request.key) }
                return answer
            }
        case .ask(let now): question = now
        case .refuse: break
        }
        guard isMine else { return try await ask(question, among: stored) }
        return try await ask(question, among: stored, holding: leases)
    }

    /// Asks in the background, unless another process is doing so.
    func confirm(_ question: CacheDecision.Question, among stored: [StoredResponse]) async {
        guard let leases = cache.leases, isForEveryone else {
            _ = try? await ask(question, among: stored)
            return
        }
        guard await leases.lease(request.key, for: Self.leaseTime) else { return }
        _ = try? await ask(question, among: stored, holding: leases)
    }

    /// Indicates whether the answer to another process may also answer this request.
    private var isForEveryone: Bool {
        request.method == .get && !request.isConditional && !request.isForOriginAlone
            && cache.use != .refresh && !request.control.has("no-store")
    }

    /// Takes the lease, or waits until its holder is finished.
    ///
    /// - Returns: True if this process holds the lease.
    private func takeTurn(by leases: any Leases) async throws(FetchError) -> Bool {
        if await leases.lease(request.key, for: Self.leaseTime) { return true }
        FetchTrace.note(.coalescing, "another process is requesting it; waiting for its answer")
        var pause = Duration.milliseconds(20)
        while .now < deadline, !Task.isCancelled {
            await leases.waitForChange(of: request.key, atMost: min(pause, deadline - .now))
            pause = min(pause * 2, Self.longestPause)
            switch await leases.state(of: request.key) {
            case .held: continue
            case .free: return false
            case .lapsed:
                if await leases.lease(request.key, for: Self.leaseTime) { return true }
            }
        }
        throw Task.isCancelled ? .cancelled : .timedOut("\(request.key.host) did not answer in time")
    }

    private func ask(
        _ question: CacheDecision.Question, among stored: [StoredResponse], holding leases: any Leases
    ) async throws(FetchError) -> Fetched {
        let result: Result<Fetched, FetchError>
        do throws(FetchError) {
            result = .success(try await ask(question, among: stored))
        } catch {
            result = .failure(error)
        }
        await leases.release(request.key)
        return try result.get()
    }
}

/// An answer, its request, and its times.
struct AskedAnswer: Sendable {
    let asked: Endpoint
    let fetched: Fetched
    let times: ExchangeTimes

    init(_ asked: Endpoint, _ fetched: Fetched, _ times: ExchangeTimes) {
        self.asked = asked
        self.fetched = fetched
        self.times = times
    }
}

extension FetchError {
    /// Indicates whether the error is temporary and not caused by the request, so that an older answer is better than
    /// none.
    fileprivate var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .throttled, .broken: true
        case .notAllowed, .keysNotAllowed, .notSimulated, .missingKey, .denied, .cancelled: false
        }
    }
}

extension CacheKey {
    fileprivate var host: String { WebURL(text)?.host ?? text }
}
