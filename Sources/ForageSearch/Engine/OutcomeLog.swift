internal import ForageCore

/// How each provider of a search ended, over all pages it was asked for.
struct OutcomeLog {
    private var outcomes: [ProviderID: Outcome] = [:]
    /// The outcomes before the failure, of providers whose last page failed.
    private var beforeFailure: [ProviderID: Outcome?] = [:]

    subscript(provider: ProviderID) -> Outcome? {
        get { outcomes[provider] }
        set { outcomes[provider] = newValue }
    }

    /// Whether any provider answered.
    var hasAnswer: Bool { outcomes.values.contains(where: \.isAnswer) }

    /// Whether the last page of a provider did not come, or not whole.
    func hasFailed(_ provider: ProviderID) -> Bool { beforeFailure[provider] != nil }

    /// Takes note of the answer to one page, and returns how the provider ended so far.
    mutating func note(_ answer: SourceAnswer) -> Outcome {
        let provider = answer.outcome.provider
        let former = beforeFailure[provider] ?? outcomes[provider]
        var ending = answer.outcome
        ending.isBrokenOff = answer.isCutOff
        var outcome = former?.followed(by: ending) ?? ending
        // A failure is over once the provider is asked again, but the time it took is not.
        outcome.duration = answer.outcome.duration + (outcomes[provider]?.duration ?? .zero)
        outcomes[provider] = outcome
        if answer.isWhole {
            beforeFailure[provider] = nil
        } else if !hasFailed(provider) {
            beforeFailure.updateValue(former, forKey: provider)
        }
        return outcome
    }

    /// Counts items less that are not shown after all.
    mutating func drop(_ items: some Sequence<Item>) {
        for source in items.flatMap(\.sources) { outcomes[source.provider]?.dropOne() }
    }
}

extension Outcome {
    /// The outcome of a provider that was asked for a further page, except for the duration.
    fileprivate func followed(by later: Outcome) -> Outcome {
        var both = self
        if later.origin.isOlder(than: origin) { both.origin = later.origin }
        for note in later.notes { both.add(note) }
        if later.isBrokenOff { both.isBrokenOff = true }
        both.filters = later.filters.isEmpty ? filters : later.filters
        switch (result, later.result) {
        case (.answered(let count), .answered(let laterCount)): both.result = .answered(count + laterCount)
        case (.answered, .empty): break
        case (.answered, let failure):
            both.notes.append(.incomplete("a further page: \(failure.reason)"))
            both.isBrokenOff = later.isFailure
        case (_, let laterResult): both.result = laterResult
        }
        return both
    }

    /// Adds a note once; items left out or not measured for one reason are counted together.
    mutating func add(_ note: Note) {
        for (place, known) in notes.enumerated() {
            guard let both = known.joined(with: note) else { continue }
            notes[place] = both
            return
        }
        notes.append(note)
    }

    fileprivate mutating func dropOne() {
        guard case .answered(let count) = result else { return }
        result = count > 1 ? .answered(count - 1) : .empty
    }
}

extension Outcome.Origin? {
    /// Whether an answer is worse to have: one past its time is said of all pages, and the oldest of those.
    fileprivate func isOlder(than other: Outcome.Origin?) -> Bool {
        switch (self, other) {
        case (.stale(let age, _), .stale(let otherAge, _)): age > otherAge
        case (.stale, _): true
        default: false
        }
    }
}

extension Outcome.Note {
    /// Two notes as one; nil where they say different things.
    fileprivate func joined(with other: Outcome.Note) -> Outcome.Note? {
        switch (self, other) {
        case (.unstated(let filter, let count), .unstated(let otherFilter, let otherCount))
        where filter == otherFilter:
            .unstated(filter, count + otherCount)
        case (.unmeasured(let count, let reason), .unmeasured(let otherCount, _)):
            .unmeasured(count + otherCount, reason)
        default: self == other ? self : nil
        }
    }
}

extension Outcome.Result {
    fileprivate var reason: String {
        switch self {
        case .answered(let count): count.of("item")
        case .empty: "nothing that matches"
        case .cancelled: "cancelled"
        case .skipped(let reason), .throttled(_, let reason), .denied(let reason), .timedOut(let reason),
            .failed(let reason), .drift(let reason):
            reason
        }
    }
}
