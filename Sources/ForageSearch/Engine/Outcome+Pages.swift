internal import ForageCore

extension Outcome {
    /// How a provider ended that was asked for one page after another, but for how long that took.
    func followed(by later: Outcome) -> Outcome {
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

    /// Adds a note once; what was left out or not measured for one reason is counted together.
    mutating func add(_ note: Note) {
        for (place, known) in notes.enumerated() {
            guard let both = known.joined(with: note) else { continue }
            notes[place] = both
            return
        }
        notes.append(note)
    }

    /// Counts an item less, which is not shown after all.
    mutating func dropOne() {
        guard case .answered(let count) = result else { return }
        result = count > 1 ? .answered(count - 1) : .empty
    }
}

/// Sees where lists end whose services name a further page for ever.
struct EndlessLists {
    /// What each provider brought on its first whole page, and on its last.
    private var brought: [ProviderID: (first: Set<ItemID>, last: Set<ItemID>)] = [:]
    /// Whose last page was empty.
    private var emptied: Set<ProviderID> = []

    /// Ends the list of a provider that brings nothing twice, or a page once more: many give their last page for each
    /// that would come behind it, or their first for every one.
    mutating func end(at answer: inout SourceAnswer) {
        guard answer.isWhole, answer.next != nil, let reason = reason(toEndAt: answer) else { return }
        answer.next = nil
        answer.outcome.add(.incomplete(reason))
    }

    private mutating func reason(toEndAt answer: SourceAnswer) -> String? {
        let provider = answer.outcome.provider
        // A page that is empty may stand in the middle of a list.
        guard !answer.items.isEmpty else {
            return emptied.insert(provider).inserted
                ? nil : "a further page is empty as well, so the list ends here"
        }
        emptied.remove(provider)
        let page = Set(answer.items.map(\.id))
        let former = brought[provider]
        brought[provider] = (former?.first ?? page, page)
        guard let former, page.isSubset(of: former.first) || page.isSubset(of: former.last) else {
            return nil
        }
        return "a further page brings the same again, so the list ends here"
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
