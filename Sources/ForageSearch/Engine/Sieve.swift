internal import ForageCore

/// What the core does on behalf of a query's filters, in the whole of a search.
///
/// How a filter is dealt with at a provider is decided by the first answer that has items and stays so along the list, because
/// what was shown cannot be taken back. Filters hold for an item as its provider brings it, and once more for
/// what becomes of it: duplicates can disagree, and pictures are measured. The licence is left to that second
/// look, since only all sources together say how strict it is.
struct Sieve {
    private let query: Query
    /// What an item must satisfy: the filters, and that it is fit for everyone unless one says otherwise.
    private let conditions: [Filter]
    private let measures: Bool
    private(set) var handlings: [ProviderID: [Filter.Name: FilterHandling]] = [:]

    /// - Parameters:
    ///   - query: What is wanted.
    ///   - measures: Whether pictures of unknown size are going to be measured.
    ///   - cursor: Where an earlier search stopped, which has decided for its providers.
    init(_ query: Query, measures: Bool, goingOnAt cursor: SearchCursor?) {
        self.query = query
        conditions = query.filters.statingContent
        self.measures = measures
        for place in cursor?.places ?? [] where !place.handlings.isEmpty {
            handlings[place.provider] = place.handlings
        }
    }

    /// When an item is looked at.
    enum Moment {
        case arriving, merged, settled
    }

    // MARK: - An answer as it arrives

    mutating func sift(_ answer: SourceAnswer, of about: About) -> SourceAnswer {
        var answer = answer
        guard answer.outcome.isAnswer else {
            answer.items = []
            return answer
        }
        var met: Set<ItemID> = []
        answer = answer.keeping { $0.id.provider == about.id && met.insert($0.id).inserted }
        decide(about, answer)
        if let reason = reasonToLeaveOut(about.id, at: .arriving) {
            answer.items = []
            answer.outcome.result = .skipped(reason)
            return answer
        }
        for note in unstated(in: answer.items, at: .arriving) { answer.outcome.add(note) }
        answer = answer.keeping { admits($0, at: .arriving) }
        answer.outcome.filters = handlings[about.id] ?? [:]
        if !answer.items.isEmpty {
            answer.outcome.notes += notesOnOrder(answer.items, about) + notesOnDay(about)
        }
        return answer
    }

    private mutating func decide(_ about: About, _ answer: SourceAnswer) {
        let honoured = answer.honoured ?? query.honoured(by: about)
        for filter in query.filters {
            let handling = FilterHandling(of: filter, honouring: honoured, on: answer.items)
            switch handlings[about.id]?[filter.name] {
            case nil: handlings[about.id, default: [:]][filter.name] = handling
            // The service applied it to what was shown, and nobody did to what comes now.
            case .honoured where handling != .honoured && !answer.items.isEmpty:
                handlings[about.id]?[filter.name] = .impossible
            default: break
            }
        }
    }

    // MARK: - Items

    /// Whether an item may be shown, as far as is known at the moment.
    func admits(_ item: Item, at moment: Moment) -> Bool {
        conditions.allSatisfy { filter in
            if moment == .arriving, filter.name == .licence { return true }
            switch filter.verdict(on: item) {
            case .satisfied: return true
            case .violated: return filter.isSeenByService && isHandled(filter, of: item) { $0 == .honoured }
            case .unknown: return isPending(filter, item, at: moment) || mayBeUnknown(filter, of: item)
            }
        }
    }

    /// The items that say by themselves that their licence is one that is wanted, for those who see them before
    /// they are merged with their duplicates.
    func licensed(_ items: [Item]) -> [Item] {
        guard let filter = query.filters.first(where: { $0.name == .licence }) else { return items }
        return items.filter { filter.verdict(on: $0) == .satisfied }
    }

    private func isPending(_ filter: Filter, _ item: Item, at moment: Moment) -> Bool {
        moment != .settled && measures && filter.isOfSize && item.urlToMeasure != nil
    }

    private func mayBeUnknown(_ filter: Filter, of item: Item) -> Bool {
        filter.mayBeUnknown && isHandled(filter, of: item) { $0 != .applied }
    }

    private func isHandled(_ filter: Filter, of item: Item, so isMeant: (FilterHandling?) -> Bool) -> Bool {
        item.sources.contains { isMeant(handlings[$0.provider]?[filter.name]) }
    }

    /// What is left out of items only because they do not say, and how often.
    func unstated(in items: [Item], at moment: Moment) -> [Outcome.Note] {
        query.filters.compactMap { filter in
            let count = items.count {
                filter.verdict(on: $0) == .unknown && !isPending(filter, $0, at: moment)
                    && !mayBeUnknown(filter, of: $0) && (filter.mayBeUnknown || moment != .arriving)
            }
            return count > 0 ? .unstated(filter.name, count) : nil
        }
    }

    // MARK: - Once pictures are measured

    /// Looks again at filters by size that no item said anything about.
    mutating func settle(_ provider: ProviderID, by items: [Item]) {
        for filter in query.filters where filter.isOfSize && handlings[provider]?[filter.name] == .impossible
        {
            handlings[provider]?[filter.name] = FilterHandling(of: filter, honouring: [], on: items)
        }
    }

    /// Why a strict search does without a provider.
    func reasonToLeaveOut(_ provider: ProviderID, at moment: Moment) -> String? {
        guard query.isStrict else { return nil }
        return query.reasonToLeaveOut(
            query.filters.filter { filter in
                handlings[provider]?[filter.name] == .impossible
                    && !(measures && filter.isOfSize && moment != .settled)
            })
    }

    // MARK: - What is noted

    private func notesOnDay(_ about: About) -> [Outcome.Note] {
        query.browse?.day == nil || about.capabilities.browsesDays ? [] : [.unsupportedDay]
    }

    private func notesOnOrder(_ items: [Item], _ about: About) -> [Outcome.Note] {
        let isGiven =
            switch query.order {
            case .relevance: true
            case .newest:
                items.allSatisfy { $0.publishedAt != nil } && about.capabilities.orders.contains(.newest)
            case .interesting: about.capabilities.orders.contains(.interesting)
            }
        return isGiven ? [] : [.unsupportedOrder(query.order)]
    }
}

extension SearchRun {
    /// The results that may be shown, now that duplicates are one; the others are counted as left out.
    mutating func admitted(_ clusters: [Cluster]) -> [Cluster] {
        guard !query.filters.isEmpty else { return clusters }
        let admitted = clusters.filter { sieve.admits($0.item, at: .merged) }
        if admitted.count < clusters.count {
            leaveOut(clusters.map(\.item).filter { !sieve.admits($0, at: .merged) }, at: .merged)
        }
        return admitted
    }

    /// Applies the filters to what is known only now, when pictures were measured. What does not pass leaves the
    /// window, which is shorter then.
    mutating func settle() {
        guard !query.filters.isEmpty else { return }
        for provider in asked {
            sieve.settle(provider, by: passed.dropFirst(settledCount).filter { $0.isBrought(by: provider) })
            leaveOutStrictly(provider)
        }
        let window = passed.dropFirst(settledCount)
        let kept = window.filter(isKept)
        leaveOut(window.filter { !isKept($0) }, at: .settled)
        passed = passed.prefix(settledCount) + kept
        for provider in asked { noteHandling(of: provider) }
    }

    private func isKept(_ item: Item) -> Bool {
        sieve.admits(item, at: .settled)
            && item.sources.contains { sieve.reasonToLeaveOut($0.provider, at: .settled) == nil }
    }

    private mutating func leaveOut(_ items: [Item], at moment: Sieve.Moment) {
        for source in items.flatMap(\.sources) { outcomes[source.provider]?.dropOne() }
        for provider in Set(items.flatMap(\.sources).map(\.provider)) {
            for note in sieve.unstated(in: items.filter { $0.isBrought(by: provider) }, at: moment) {
                outcomes[provider]?.add(note)
            }
        }
    }

    private mutating func leaveOutStrictly(_ provider: ProviderID) {
        guard outcomes[provider]?.isAnswer == true,
            let reason = sieve.reasonToLeaveOut(provider, at: .settled)
        else { return }
        outcomes[provider]?.result = .skipped(reason)
    }

    /// Says how each filter was dealt with, and in a note of its own where nobody could apply it.
    private mutating func noteHandling(of provider: ProviderID) {
        guard let outcome = outcomes[provider], outcome.isAnswer else { return }
        let handling = sieve.handlings[provider] ?? [:]
        outcomes[provider]?.filters = handling
        guard outcome.result != .empty else { return }
        for name in handling.keys.sorted() where handling[name] == .impossible {
            outcomes[provider]?.add(.unsupported(name))
        }
    }
}

extension Query {
    /// Why a provider need not be asked; nil when it may have something.
    func reasonToSkip(_ about: About) -> String? {
        if browse != nil, !about.capabilities.browses {
            return "it has no list of what is new or interesting: search for something"
        }
        for case .kinds(let kinds) in filters where kinds.isDisjoint(with: about.kinds) {
            let offered = about.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            return "it brings no such kind, only: \(offered)"
        }
        let impossible = filters.filter {
            FilterHandling(of: $0, honouring: honoured(by: about), on: []) == .impossible
        }
        return isStrict ? reasonToLeaveOut(impossible) : nil
    }

    /// What a strict search says of a provider for which filters are impossible; nil where none is.
    func reasonToLeaveOut(_ impossible: [Filter]) -> String? {
        guard !impossible.isEmpty else { return nil }
        return "left out: cannot honour " + impossible.map(\.description).joined(separator: " ")
    }

    /// The filters that a provider's service applies to this query: what it says of its searches does not hold for
    /// its listings.
    func honoured(by about: About) -> Set<Filter.Name> {
        browse != nil && about.capabilities.searches ? [] : about.capabilities.filters
    }
}

extension Item {
    fileprivate func isBrought(by provider: ProviderID) -> Bool {
        sources.contains { $0.provider == provider }
    }
}
