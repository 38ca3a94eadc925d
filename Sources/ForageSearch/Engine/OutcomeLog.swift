internal import ForageCore

/// The outcome of each provider of a search, over all pages it was asked for.
struct OutcomeLog {
    private var outcomes: [ProviderID: Outcome] = [:]
    /// The outcomes before the failure, for providers whose last page failed.
    private var beforeFailure: [ProviderID: Outcome?] = [:]

    subscript(provider: ProviderID) -> Outcome? {
        get { outcomes[provider] }
        set { outcomes[provider] = newValue }
    }

    /// Indicates whether any provider answered.
    var hasAnswer: Bool { outcomes.values.contains(where: \.isAnswer) }

    /// Indicates whether a provider's last page failed or was incomplete.
    func hasFailed(_ provider: ProviderID) -> Bool { beforeFailure[provider] != nil }

    /// Notes the answer for one page, and returns the provider's outcome so far.
    mutating func note(_ answer: SourceAnswer) -> Outcome {
        let provider = answer.outcome.provider
        let former = beforeFailure[provider] ?? outcomes[provider]
        var ending = answer.outcome
        ending.isBrokenOff = answer.isCutOff
        var outcome = former?.followed(by: ending) ?? ending
        // A retry replaces a failure, but the time of the failed attempt still counts.
        outcome.duration = answer.outcome.duration + (outcomes[provider]?.duration ?? .zero)
        outcomes[provider] = outcome
        if answer.isWhole {
            beforeFailure[provider] = nil
        } else if !hasFailed(provider) {
            beforeFailure.updateValue(former, forKey: provider)
        }
        return outcome
    }

    /// Subtracts items that are not shown after all.
    mutating func drop(_ items: some Sequence<Item>) {
        for source in items.flatMap(\.sources) { outcomes[source.provider]?.dropOne() }
    }
}

extension Outcome {
    /// Combines the outcomes of a page and a further page, except for the duration.
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

    /// Adds a note without repeats; omitted or unmeasured items with the same reason are counted together.
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
    /// Indicates whether an answer is worse in terms of age: the oldest stale page determines the origin of all pages.
    fileprivate func isOlder(than other: Outcome.Origin?) -> Bool {
        switch (self, other) {
        case (.stale(let age, _), .stale(let otherAge, _)): age > otherAge
        case (.stale, _): true
        default: false
        }
    }
}

extension Outcome.Note {
    /// Returns two notes as one; nil if they differ.
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
