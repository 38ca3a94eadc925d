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
