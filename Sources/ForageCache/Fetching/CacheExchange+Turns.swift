internal import ForageCore

// Of several processes that want the same at once one asks; the others wait for what it stores. Inside a process
// requests that are the same are one transfer anyway, so there everybody has the lease who asks.
extension CacheExchange {
    /// How long a process holds its lease that is heard of no more, be it killed or stopped.
    private static let leaseTime = Duration.seconds(2)
    /// How often a process that asks is heard of.
    private static let pulse = Duration.milliseconds(500)
    private static let longestWait = Duration.seconds(5)
    /// What is left of one's own time in the end to ask for oneself.
    private static let reserve = Duration.seconds(1)

    /// Asks, unless another process does at this moment: then it is waited for, and what it stored is taken.
    func askInTurn(
        _ question: CacheDecision.Question, among stored: [StoredResponse]
    ) async throws(FetchFailure) -> Fetched {
        guard let leases = cache.leases, isForEveryone else { return try await ask(question, among: stored) }
        let isMine = await takeTurn(by: leases)
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

    /// Asks, unless another process does at this moment and nobody waits for the answer here.
    func confirm(_ question: CacheDecision.Question, among stored: [StoredResponse]) async {
        guard let leases = cache.leases, isForEveryone else {
            _ = try? await ask(question, among: stored)
            return
        }
        guard await leases.lease(request.key, for: Self.leaseTime) else { return }
        _ = try? await ask(question, among: stored, holding: leases)
    }

    /// Whether an answer to another process may be one to this request, too.
    private var isForEveryone: Bool {
        request.method == .get && !request.isConditional && !request.isForOriginAlone
            && cache.use != .refresh && !request.control.has("no-store")
    }

    /// Takes the lease, or waits until whoever has it is done.
    ///
    /// - Returns: Whether the lease is held.
    private func takeTurn(by leases: any Leases) async -> Bool {
        if await leases.lease(request.key, for: Self.leaseTime) { return true }
        FetchTrace.note(.sharing, "another process asks for it at this moment; its answer is waited for")
        let end = min(ContinuousClock.now + Self.longestWait, deadline - Self.reserve)
        while .now < end, (try? await Task.sleep(for: .milliseconds(50))) != nil {
            switch await leases.state(of: request.key) {
            case .held: continue
            case .free: return false
            case .lapsed:
                if await leases.lease(request.key, for: Self.leaseTime) { return true }
            }
        }
        return false
    }

    private func ask(
        _ question: CacheDecision.Question, among stored: [StoredResponse], holding leases: any Leases
    ) async throws(FetchFailure) -> Fetched {
        let pulse = Task(name: "asking for \(request.key)") {
            while (try? await Task.sleep(for: Self.pulse)) != nil {
                _ = await leases.lease(request.key, for: Self.leaseTime)
            }
        }
        let result: Result<Fetched, FetchFailure>
        do throws(FetchFailure) {
            result = .success(try await ask(question, among: stored))
        } catch {
            result = .failure(error)
        }
        pulse.cancel()
        await pulse.value
        await leases.release(request.key)
        return try result.get()
    }
}
