internal import ForageCore

/// How providers ended, in the order in which they did.
struct EndingLog {
    private(set) var asked: [ProviderID] = []
    private(set) var skipped: [ReplayBundle.Skipped] = []
    private(set) var arrivals: [Arrival] = []
    private var durations: [ProviderID: Duration] = [:]
    private var counts: [ProviderID: Int] = [:]

    /// Notes who is asked; the order decides ties.
    mutating func begin(_ providers: [ProviderID]) { asked = providers }

    /// Notes how a provider ended that was asked these questions so far. One that is asked for several pages ends
    /// after each, with the time that they took together.
    mutating func note(_ outcome: Outcome, after questions: [Recorder.Question]) {
        let provider = outcome.provider
        let place = counts[provider] ?? 0
        guard place < questions.count else { return skip(outcome) }
        if !asked.contains(provider) { asked.append(provider) }
        counts[provider] = place + 1
        let duration = outcome.duration - (durations[provider] ?? .zero)
        durations[provider] = outcome.duration
        arrivals.append(
            Arrival(
                provider: provider, duration: duration,
                ending: questions[place].ending(after: duration, outcome)))
    }

    private mutating func skip(_ outcome: Outcome) {
        guard case .skipped(let reason) = outcome.result else { return }
        skipped.append(ReplayBundle.Skipped(provider: outcome.provider, reason: reason))
    }
}

extension Recorder.Question {
    /// How it ended. An answer that came too late took another time than the outcome says.
    fileprivate func ending(after duration: Duration, _ outcome: Outcome) -> Arrival.Ending {
        if let (answer, isReadable) = answer, answer.outcome.duration == duration {
            guard answer.outcome.result != .cancelled else { return .cancelled }
            return isReadable ? .answered : .brought(answer)
        }
        if outcome.result == .cancelled || outcome.mentions("cancelled") { return .cancelled }
        return .late
    }
}

extension Outcome {
    fileprivate func mentions(_ sentence: String) -> Bool {
        if case .timedOut(let reason) = result { return reason == sentence }
        return notes.contains { note in
            if case .incomplete(let reason) = note { reason.hasSuffix(sentence) } else { false }
        }
    }
}
