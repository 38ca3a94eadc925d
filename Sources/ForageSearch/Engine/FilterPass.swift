internal import ForageCore

/// Applies a query's filters on behalf of providers, throughout a search.
///
/// The first answer with items decides how each filter is handled at a provider. That stays the same for the whole
/// list, because shown results cannot be withdrawn. Filters apply to items as they arrive, and again to the merged and
/// measured items, because duplicates can disagree and sizes become known. The licence filter applies only the second
/// time, because the strictest licence is known only from all sources together.
struct FilterPass {
    private let query: Query
    /// The conditions for an item: the filters, and suitability for everyone unless the query states otherwise.
    private let conditions: [Filter]
    private let measures: Bool
    private(set) var handlings: [ProviderID: [Filter.Name: FilterHandling]] = [:]

    /// - Parameters:
    ///   - query: The query.
    ///   - measures: True if pictures of unknown size will be measured.
    ///   - cursor: The place at which an earlier search stopped, with its decisions for each provider.
    init(_ query: Query, measures: Bool, resumingAt cursor: SearchCursor?) {
        self.query = query
        conditions = query.filters.statingContent
        self.measures = measures
        for place in cursor?.places ?? [] where !place.handlings.isEmpty {
            handlings[place.provider] = place.handlings
        }
    }

    /// The time at which a filter is applied.
    enum Moment {
        case arriving, merged, settled
    }
}

// MARK: - Answers as they arrive

extension FilterPass {
    /// Returns the answer with the items that may be shown, as far as is known.
    mutating func filtered(_ answer: SourceAnswer, of info: ProviderInfo) -> SourceAnswer {
        var answer = answer
        guard answer.outcome.isAnswer else {
            answer.items = []
            return answer
        }
        var met: Set<ItemID> = []
        answer = answer.keeping { $0.id.provider == info.id && met.insert($0.id).inserted }
        decide(info, answer)
        answer.outcome.filters = handlings[info.id] ?? [:]
        if let reason = reasonToLeaveOut(info.id, at: .arriving) {
            answer.items = []
            answer.outcome.result = .skipped(reason)
            return answer
        }
        for note in unstated(in: answer.items, at: .arriving) { answer.outcome.add(note) }
        answer = answer.keeping { admits($0, at: .arriving) }
        if !answer.items.isEmpty { answer.outcome.notes += notes(on: answer.items, info) }
        return answer
    }

    private mutating func decide(_ info: ProviderInfo, _ answer: SourceAnswer) {
        let honoured = answer.honoured ?? query.honoured(by: info)
        for filter in query.filters {
            let handling = FilterHandling(of: filter, honouring: honoured, on: answer.items)
            switch handlings[info.id]?[filter.name] {
            case nil: handlings[info.id, default: [:]][filter.name] = handling
            // The service applied the filter to earlier pages but not to this one, and its items do not state the
            // value.
            case .honoured where handling != .honoured && !answer.items.isEmpty:
                handlings[info.id]?[filter.name] = .impossible
            default: break
            }
        }
    }

    /// Returns notes about a day or an order that a provider does not support.
    private func notes(on items: [Item], _ info: ProviderInfo) -> [Outcome.Note] {
        let hasOrder =
            switch query.order {
            case .relevance: true
            case .newest:
                items.allSatisfy { $0.publishedAt != nil } && info.capabilities.orders.contains(.newest)
            case .interesting: info.capabilities.orders.contains(.interesting)
            }
        let hasDay = query.browse?.day == nil || info.capabilities.browsesDays
        return (hasOrder ? [] : [.unsupportedOrder(query.order)]) + (hasDay ? [] : [.unsupportedDay])
    }
}

// MARK: - Items

extension FilterPass {
    /// Indicates whether an item may be shown, as far as is known at the moment.
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

    /// Returns the items whose own licence satisfies the filter, for readers that receive them before they are merged
    /// with their duplicates.
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

    /// Counts the items that are omitted only because they do not state the value that a filter requires.
    private func unstated(in items: [Item], at moment: Moment) -> [Outcome.Note] {
        query.filters.compactMap { filter in
            let count = items.count {
                filter.verdict(on: $0) == .unknown && !isPending(filter, $0, at: moment)
                    && !mayBeUnknown(filter, of: $0) && (filter.mayBeUnknown || moment != .arriving)
            }
            return count > 0 ? .unstated(filter.name, count) : nil
        }
    }

    /// Returns the reason why a strict search omits a provider.
    private func reasonToLeaveOut(_ provider: ProviderID, at moment: Moment) -> String? {
        guard query.isStrict else { return nil }
        return query.reasonToLeaveOut(
            query.filters.filter { filter in
                handlings[provider]?[filter.name] == .impossible
                    && !(measures && filter.isOfSize && moment != .settled)
            })
    }
}

// MARK: - Results

extension FilterPass {
    /// Returns the merged results that may be shown; the others are counted as omitted.
    func admitted(_ results: [Cluster], noting outcomes: inout OutcomeLog) -> [Cluster] {
        guard !query.filters.isEmpty else { return results }
        var leftOut: [Item] = []
        let admitted = results.filter { result in
            let item = result.item
            if admits(item, at: .merged) { return true }
            leftOut.append(item)
            return false
        }
        note(leftOut, at: .merged, in: &outcomes)
        return admitted
    }

    /// Returns the measured items that may be shown; the others are counted as omitted.
    mutating func settled(
        _ items: ArraySlice<Item>, of providers: [ProviderID], noting outcomes: inout OutcomeLog
    ) -> [Item] {
        guard !query.filters.isEmpty else { return Array(items) }
        for provider in providers {
            decideSizes(provider, by: items.filter { $0.isBrought(by: provider) })
            if outcomes[provider]?.isAnswer == true,
                let reason = reasonToLeaveOut(provider, at: .settled)
            {
                outcomes[provider]?.result = .skipped(reason)
                outcomes[provider]?.filters = handlings[provider] ?? [:]
            }
        }
        let kept = items.filter(isKept)
        note(items.filter { !isKept($0) }, at: .settled, in: &outcomes)
        for provider in providers { noteHandling(of: provider, in: &outcomes) }
        return kept
    }

    /// Decides again on filters by size that could not be applied to any item before it was measured.
    private mutating func decideSizes(_ provider: ProviderID, by items: [Item]) {
        for filter in query.filters where filter.isOfSize && handlings[provider]?[filter.name] == .impossible
        {
            handlings[provider]?[filter.name] = FilterHandling(of: filter, honouring: [], on: items)
        }
    }

    private func isKept(_ item: Item) -> Bool {
        admits(item, at: .settled)
            && item.sources.contains { reasonToLeaveOut($0.provider, at: .settled) == nil }
    }

    private func note(_ leftOut: [Item], at moment: Moment, in outcomes: inout OutcomeLog) {
        outcomes.drop(leftOut)
        for provider in Set(leftOut.flatMap(\.sources).map(\.provider)) {
            for note in unstated(in: leftOut.filter { $0.isBrought(by: provider) }, at: moment) {
                outcomes[provider]?.add(note)
            }
        }
    }

    /// Notes how each filter was handled, and adds a separate note for one that could not be applied.
    private func noteHandling(of provider: ProviderID, in outcomes: inout OutcomeLog) {
        guard let outcome = outcomes[provider], outcome.isAnswer else { return }
        let handling = handlings[provider] ?? [:]
        outcomes[provider]?.filters = handling
        guard outcome.result != .empty else { return }
        for name in handling.keys.sorted() where handling[name] == .impossible {
            outcomes[provider]?.add(.unsupported(name))
        }
    }
}

extension Item {
    fileprivate func isBrought(by provider: ProviderID) -> Bool {
        sources.contains { $0.provider == provider }
    }
}
