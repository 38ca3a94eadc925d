internal import ForageCore

/// The sources that a search asks, and the outcomes of providers that need not be asked.
struct Participants: Sendable {
    private(set) var asked: [any Source]
    private(set) var decided: [Outcome]

    /// Selects providers; their order is always that of the sources.
    init(_ wanted: [ProviderID], in engine: SearchEngine) {
        asked = engine.sources.filter { wanted.contains($0.info.id) }
        decided = engine.skipped.filter { wanted.contains($0.provider) }
        var known = Set(asked.map(\.info.id) + decided.map(\.provider))
        let unknown = wanted.filter { known.insert($0).inserted }
        decided += unknown.map { Outcome($0, .failed("there is no provider of this name")) }
    }

    /// Selects the providers that may have results for a query and, if a list continues, are not yet at its end.
    init(
        for query: Query, on wanted: [ProviderID]?, from cursor: SearchCursor?, in engine: SearchEngine
    ) {
        let everyone = engine.sources.map(\.info.id) + engine.skipped.map(\.provider)
        self.init(wanted ?? everyone, in: engine)
        let places = cursor.map { Set($0.places.map(\.provider)) }
        var kept: [any Source] = []
        for source in asked {
            let info = source.info
            if let outcome = query.outcomeWithoutAsking(info) {
                decided.append(outcome)
            } else if places?.contains(info.id) ?? true {
                kept.append(source)
            }
        }
        asked = kept
    }
}

extension Query {
    /// Returns the outcome of a provider that need not be asked; nil if it may have results.
    fileprivate func outcomeWithoutAsking(_ info: ProviderInfo) -> Outcome? {
        if browse != nil, !info.capabilities.browses {
            return Outcome(
                info.id, .skipped("it has no list of new or interesting items; search for something instead"))
        }
        for case .kinds(let kinds) in filters where kinds.isDisjoint(with: info.kinds) {
            let offered = info.kinds.sorted().map(\.rawValue).joined(separator: ", ")
            return Outcome(info.id, .skipped("it has no results of this kind, only: \(offered)"))
        }
        let impossible = filters.filter {
            FilterHandling(of: $0, honouring: honoured(by: info), on: []) == .impossible
        }
        guard isStrict, let reason = reasonToLeaveOut(impossible) else { return nil }
        return Outcome(info.id, leftOutFor: impossible.map(\.name), reason)
    }

    /// Returns a strict search's reason for omitting a provider that cannot apply certain filters; nil if there are
    /// none.
    func reasonToLeaveOut(_ impossible: [Filter]) -> String? {
        guard !impossible.isEmpty else { return nil }
        return "left out: cannot honour " + impossible.map(\.description).joined(separator: " ")
    }

    /// Returns the filters that a provider's service applies to this query. Its filters for searches do not apply to
    /// its listings.
    func honoured(by info: ProviderInfo) -> Set<Filter.Name> {
        browse != nil && info.capabilities.searches ? [] : info.capabilities.filters
    }
}
