internal import Essentials
internal import ForageCore

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

    private static func kind(of failure: FetchFailure, isLast: Bool) -> Kind {
        switch failure {
        case .cancelled: .abandoned
        case .notAllowed, .notPlayed, .missingKey, .denied, .throttled: .unsent
        case .unreachable(_, isUnsent: true): isLast ? .unreached(failure.description) : .unsent
        case .unreachable, .timedOut: isLast ? .unanswered(failure.description) : .repeated
        case .broken: isLast ? .failed(failure.description) : .repeated
        }
    }

    /// How long a service is left alone that was asked too much and does not say.
    private static let usualRest: TimeInterval = 60
}
