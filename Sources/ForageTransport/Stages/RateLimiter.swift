package import ForageCore
package import Platform

/// Limits requests to what each service permits, pauses after failures or at a service's request, and retries requests
/// that may succeed the second time.
///
/// If the next permitted time is too far away, a request fails at once with that time. Every attempt is counted in the
/// ledger.
package struct RateLimiter: Sendable {
    private let ledger: any Ledger
    private let limits: [ProviderID: RequestLimits]
    private let retries: RetryRule
    private let now: @Sendable () -> Date
    private let chance: @Sendable () -> Double

    /// The pause up to which a request waits instead of failing.
    private static let patience: TimeInterval = 1

    /// - Parameters:
    ///   - ledger: Grants permission for requests.
    ///   - limits: The limits of providers that differ from their terms.
    ///   - retries: The rule for retries.
    ///   - now: The clock.
    ///   - chance: Returns a random number from 0 to 1.
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

    /// Carries out a request when the service's limits permit it, with retries if they may help.
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

    /// Notes that an answer, which is already in the ledger, cannot be read.
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
        FetchTrace.note(.limits, "retrying in \(Int((pause / .milliseconds(1)).rounded())) ms")
        do {
            try await Task.sleep(for: pause)
            try await acquire(for: provider, by: deadline)
            return true
        } catch {
            return false
        }
    }

    /// Notes that an attempt was the last after all. If the request was never sent, its place was already returned
    /// before the pause.
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
                FetchTrace.note(
                    .limits, turn > now() ? "waiting for the rate limit" : "within the rate limit")
                return try await waitForTurn(at: turn, of: provider.id)
            case .refused(let pause) where pause.end <= min(latest, now() + Self.patience):
                try await wait(until: pause.end)
            case .refused(let pause):
                FetchTrace.note(.limits, "no request allowed now: \(pause.reason)")
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
    /// Creates the ledger's entry for an attempt.
    ///
    /// - Parameters:
    ///   - attempt: The result.
    ///   - isLast: True if the request is not retried.
    ///   - now: The current time.
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
        if let end = response.rest(at: now) { return .deferred(Pause(until: end, "it requested a pause")) }
        guard response.isPassingFailure else { return .answered("answered \(response.statusLine)") }
        if !isLast { return .repeated }
        if response.status == 429 {
            return .deferred(Pause(until: now + usualRest, "it received too many requests"))
        }
        return .failed("it answered \(response.statusLine)")
    }

    private static func kind(of failure: FetchError, isLast: Bool) -> Kind {
        switch failure {
        case .cancelled: .abandoned
        case .notAllowed, .keysNotAllowed, .notSimulated, .missingKey, .denied, .throttled: .unsent
        case .unreachable(_, isUnsent: true): isLast ? .unreached(failure.description) : .unsent
        case .unreachable, .timedOut: isLast ? .unanswered(failure.description) : .repeated
        case .broken: isLast ? .failed(failure.description) : .repeated
        }
    }

    /// The pause after a service refused too many requests without stating a time.
    private static let usualRest: TimeInterval = 60
}

extension QuotaNotice {
    /// Parses a service's quota fields; nil if they are missing or invalid.
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

    /// Converts a number of seconds, which some services count from now and others from 1970.
    private static func date(_ number: Int, at now: Date) -> Date? {
        let seconds = TimeInterval(number)
        let isTime = seconds > longestPeriod
        let date = isTime ? Date(timeIntervalSince1970: seconds) : now + seconds
        return date > now && date <= now + longestPeriod ? date : nil
    }

    /// The longest period of a quota.
    private static let longestPeriod: TimeInterval = 366 * 24 * 3600
}
