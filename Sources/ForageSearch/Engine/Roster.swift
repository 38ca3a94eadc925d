package import ForageCore

/// Whom a search asks, and how those ended that it need not ask.
struct Roster: Sendable {
    var asked: [any Source] = []
    var decided: [Outcome] = []
}

extension SearchEngine {
    /// Who takes part in a search: those wanted that may have what the query asks for, and, when a list
    /// goes on, that are not yet at its end.
    func roster(for query: Query, on wanted: [ProviderID]?, from cursor: SearchCursor?) -> Roster {
        var roster = roster(of: wanted ?? sources.map(\.about.id) + skipped.map(\.provider))
        for source in roster.asked {
            guard let reason = query.reasonToSkip(source.about) else { continue }
            roster.decided.append(Outcome(source.about.id, .skipped(reason)))
            roster.asked.removeAll { $0.about.id == source.about.id }
        }
        if let cursor {
            let places = Set(cursor.places.map(\.provider))
            roster.asked.removeAll { !places.contains($0.about.id) }
        }
        return roster
    }

    /// Whom a search would ask, and how those would end that it need not ask.
    package func participants(
        in query: Query, on wanted: [ProviderID]
    ) -> (asked: [ProviderID], decided: [Outcome]) {
        let roster = roster(for: query, on: wanted, from: nil)
        return (roster.asked.map(\.about.id), roster.decided)
    }

    /// Looks up providers; the order is always that of the sources.
    func roster(of wanted: [ProviderID]) -> Roster {
        let asked = sources.filter { wanted.contains($0.about.id) }
        let decided = skipped.filter { wanted.contains($0.provider) }
        var known = Set(asked.map(\.about.id) + decided.map(\.provider))
        let unknown = wanted.filter { known.insert($0).inserted }
        return Roster(
            asked: asked,
            decided: decided + unknown.map { Outcome($0, .failed("no provider of this name is at hand")) })
    }
}
