package import ForageCore
package import Platform

/// Asks no service more or quicker than it likes, leaves it alone when it wants that or fails, and repeats what
/// may go well the second time.
///
/// What cannot be asked now fails at once and says until when. Every attempt draws on the ledger.
package struct RateLimiter: Sendable {
    private let ledger: any Ledger
    private let limits: [ProviderID: RequestLimits]
    private let retries: RetryRule
    private let now: @Sendable () -> Date
    private let chance: @Sendable () -> Double

    /// So soon is soon enough to wait for instead of failing.
    private static let patience: TimeInterval = 1

    /// - Parameters:
    ///   - ledger: Where leave is taken.
    ///   - limits: How much may be asked of providers, where that is other than their terms say.
    ///   - retries: When a request is repeated.
    ///   - now: The clock.
    ///   - chance: A number from 0 to 1, at random.
    package init(
        ledger: any Ledger, limits: [ProviderID: RequestLimits] = [:],
        retries: RetryRule = RetryRule(), now: @escaping @Sendable () -> Date = { Date() },
        chance: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.ledger = ledger
        self.limits = limits
        self.retries = retries
        self.now = now
        self.chance = chance
    }

    /// Carries out a request when the service's limits allow it, more than once where that may help.
    package func admit(_ request: FetchRequest, _ next: NextStage) async throws(FetchError) -> Fetched {
        let (provider, deadline) = (request.provider, request.deadline)
        guard case .web = request.endpoint.target else { return try await next(request) }
        try await acquire(for: provider, by: deadline)
        var count = 0
        while true {
            let attempt = await attempt(request, next)
            let pause = retries.pause(
                after: attempt, to: request.endpoint.method, repeated: count, rest: rest(after: attempt),
                timeLeft: deadline - ContinuousClock.now, chance: chance())
            guard let pause else {
                await ledger.note(RequestEnding(attempt, isLast: true, at: now()), of: provider.id)
                return try attempt.get()
            }
            guard await mayRepeat(attempt, after: pause, for: provider, by: deadline) else {
                await noteUnrepeated(attempt, of: provider.id)
                return try attempt.get()
            }
            count += 1
        }
    }

    /// Notes that an answer, which was noted already, cannot be read.
    func noteUnreadable(_ provider: ProviderID) async {
        await ledger.note(RequestEnding(.unread), of: provider)
    }

    private func rest(after attempt: Attempt) -> Duration? {
        guard case .success(let fetched) = attempt, let end = fetched.response.rest(at: now()) else {
            return nil
        }
        return .seconds(max(0, end.timeIntervalSince(now())))
    }

    private func mayRepeat(
        _ attempt: Attempt, after pause: Duration, for provider: ProviderInfo,
        by deadline: ContinuousClock.Instant
    ) async -> Bool {
        await ledger.note(RequestEnding(attempt, isLast: false, at: now()), of: provider.id)
        FetchTrace.note(.manners, "again in \(Int((pause / .milliseconds(1)).rounded())) ms")
        do {
            try await Task.sleep(for: pause)
            try await acquire(for: provider, by: deadline)
            return true
        } catch {
            return false
        }
    }

    /// Notes that an attempt was the last after all. If it never left, its place was given back before the pause.
    private func noteUnrepeated(_ attempt: Attempt, of provider: ProviderID) async {
        var ending = RequestEnding(attempt, isLast: true, at: now())
        if case .unreached(let reason) = ending.kind { ending.kind = .unanswered(reason) }
        await ledger.note(ending, of: provider)
    }

    private func acquire(
        for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) {
        while true {
            let latest = now() + (deadline - ContinuousClock.now) / .seconds(1)
            let limits = limits[provider.id] ?? provider.terms.limits
            switch await ledger.take(from: provider.id, within: limits, by: latest) {
            case .granted(let turn):
                FetchTrace.note(.manners, turn > now() ? "waits for its turn" : "may be asked")
                return try await waitForTurn(at: turn, of: provider.id)
            case .refused(let pause) where pause.end <= min(latest, now() + Self.patience):
                try await wait(until: pause.end)
            case .refused(let pause):
                FetchTrace.note(.manners, "may not be asked: \(pause.reason)")
                throw .throttled(pause.end, pause.reason)
            }
        }
    }

    private func waitForTurn(at turn: Date, of provider: ProviderID) async throws(FetchError) {
        do throws(FetchError) {
            try await wait(until: turn)
        } catch {
            await ledger.note(RequestEnding(.unsent), of: provider)
            throw error
        }
    }

    private func wait(until date: Date) async throws(FetchError) {
        let time = date.timeIntervalSince(now())
        guard time > 0 else { return }
        do { try await Task.sleep(for: .seconds(time)) } catch { throw .cancelled }
    }
}

extension RequestEnding {
    /// What a ledger is told of an attempt.
    ///
    /// - Parameters:
    ///   - attempt: What came of it.
    ///   - isLast: Whether it is not repeated.
    ///   - now: The time.
    init(_ attempt: Attempt, isLast: Bool, at now: Date) {
        switch attempt {
        case .success(let fetched):
            self.init(
                Self.kind(of: fetched.response, isLast: isLast, at: now),
                quota: QuotaNotice(fetched.response.headers, at: now))
        case .failure(let failure):
            self.init(Self.kind(of: failure, isLast: isLast))
        }
    }

    private static func kind(of response: Response, isLast: Bool, at now: Date) -> Kind {
        if let end = response.rest(at: now) { return .deferred(Pause(until: end, "it asked for a rest")) }
        guard response.isPassingFailure else { return .answered("answered \(response.statusLine)") }
        if !isLast { return .repeated }
        if response.status == 429 {
            return .deferred(Pause(until: now + usualRest, "it was asked too much"))
        }
        return .failed("it answered \(response.statusLine)")
    }

    private static func kind(of failure: FetchError, isLast: Bool) -> Kind {
        switch failure {
        case .cancelled: .abandoned
        case .notAllowed, .keysNotAllowed, .notPlayed, .missingKey, .denied, .throttled: .unsent
        case .unreachable(_, isUnsent: true): isLast ? .unreached(failure.description) : .unsent
        case .unreachable, .timedOut: isLast ? .unanswered(failure.description) : .repeated
        case .broken: isLast ? .failed(failure.description) : .repeated
        }
    }

    /// How long a service is left alone that was asked too much and does not say.
    private static let usualRest: TimeInterval = 60
}

extension QuotaNotice {
    /// Reads what services write of their quota; nil where there is no such thing, or nonsense.
    init?(_ headers: Headers, at now: Date) {
        func number(_ name: String) -> Int? {
            for prefix in ["X-RateLimit-", "RateLimit-"] {
                guard let value = headers[prefix + name] else { continue }
                return Int(value.prefix { $0.isASCII && $0.isNumber })
            }
            return nil
        }
        guard let remaining = number("Remaining") else { return nil }
        self.init(
            limit: number("Limit"), remaining: remaining,
            reset: number("Reset").flatMap { Self.date($0, at: now) })
    }

    /// Some count the seconds from now, some from 1970.
    private static func date(_ number: Int, at now: Date) -> Date? {
        let seconds = TimeInterval(number)
        let isTime = seconds > longestPeriod
        let date = isTime ? Date(timeIntervalSince1970: seconds) : now + seconds
        return date > now && date <= now + longestPeriod ? date : nil
    }

    /// No service counts for longer.
    private static let longestPeriod: TimeInterval = 366 * 24 * 3600
}
