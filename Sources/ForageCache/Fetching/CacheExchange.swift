internal import Essentials
internal import ForageCore

/// One request on its way through the cache.
struct CacheExchange: Sendable {
    let cache: CachingFetcher
    let endpoint: Endpoint
    let request: CacheRequest
    let provider: About
    let deadline: ContinuousClock.Instant

    var rules: CacheRules { cache.rules(for: provider) }

    func run() async throws(FetchFailure) -> Fetched {
        try await run(among: await cache.store.responses(for: request.key))
    }

    private func run(among stored: [StoredResponse]) async throws(FetchFailure) -> Fetched {
        let decision = rules.decide(request, among: stored, at: cache.clock())
        cache.watch(.decided(request.key, decision))
        switch decision.action {
        case .serve(let serving):
            if let answer = await answer(serving) { return answer }
        case .serveAndConfirm(let serving, let question):
            if let answer = await answer(serving) {
                confirmLater(question, among: stored)
                return answer
            }
        case .ask(let question): return try await ask(question, among: stored)
        case .refuse: return try refusal()
        }
        // The store has lost the bytes.
        return try await run(among: [])
    }

    /// Offline that is a failure like any other of not reaching anybody; otherwise HTTP names the status.
    private func refusal() throws(FetchFailure) -> Fetched {
        guard cache.use != .offline else {
            throw .unreachable("\(request.key.host) is not asked offline, and no answer of it is stored")
        }
        return Fetched(Response(url: endpoint.openAddress, status: 504, body: []), origin: .cached(.zero))
    }

    /// Whoever was answered does not wait for it, so it has time of its own.
    private func confirmLater(_ question: CacheDecision.Question, among stored: [StoredResponse]) {
        let later = CacheExchange(
            cache: cache, endpoint: endpoint, request: request, provider: provider,
            deadline: .now.advanced(by: .seconds(30)))
        var question = question
        question.fallback = nil
        cache.background.start(for: request.key) { [question] in
            _ = try? await later.ask(question, among: stored)
        }
    }

    // MARK: - Asking

    func ask(
        _ question: CacheDecision.Question, among stored: [StoredResponse]
    ) async throws(FetchFailure) -> Fetched {
        let asked = question.fields.reduce(endpoint) { $0.header($1.name, .text($1.value)) }
        let answer: AskedAnswer
        do throws(FetchFailure) {
            answer = try await send(asked)
        } catch {
            guard error.isPassing, let fallback = question.fallback,
                let old = await self.answer(fallback, because: error.description)
            else { throw error }
            return old
        }
        return try await take(answer, to: question, among: stored)
    }

    private func send(_ asked: Endpoint) async throws(FetchFailure) -> AskedAnswer {
        let start = cache.clock()
        if cache.policy.remembersFailures, cache.use != .refresh,
            let known = cache.failures.outcome(for: request.key, at: start)
        {
            cache.watch(.spared(request.key))
            let fetched = Fetched(try known.get(), origin: .network)
            return AskedAnswer(asked, fetched, ExchangeTimes(requested: start, received: start))
        }
        do throws(FetchFailure) {
            let fetched = try await cache.inner.fetch(asked, for: provider, by: deadline)
            let end = cache.clock()
            cache.failures.note(fetched.response, for: request.key, at: end)
            return AskedAnswer(asked, fetched, ExchangeTimes(requested: start, received: end))
        } catch {
            cache.failures.note(error, for: request.key, at: cache.clock())
            throw error
        }
    }

    /// Makes of an answer what the question was for.
    private func take(
        _ answer: AskedAnswer, to question: CacheDecision.Question, among stored: [StoredResponse]
    ) async throws(FetchFailure) -> Fetched {
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

/// What came back, to which request, and when.
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

extension FetchFailure {
    /// Whether it is for the moment only and no fault of the request, so that an older answer is better than none.
    fileprivate var isPassing: Bool {
        switch self {
        case .unreachable, .timedOut, .throttled, .broken: true
        case .notAllowed, .missingKey, .cancelled: false
        }
    }
}

extension CacheKey {
    fileprivate var host: String { WebURL(text)?.host ?? text }
}
