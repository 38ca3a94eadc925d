internal import ForageCore

/// Collects the reasons for the position of each result, if the query requests them; otherwise it does nothing.
struct ExplanationBuilder {
    private let query: Query
    private var explanations: [ItemID: Explanation] = [:]
    private var positions: [ItemID: Int] = [:]
    private var counts: [ProviderID: Int] = [:]
    private var origins: [ProviderID: Outcome.Origin] = [:]

    init(of query: Query) { self.query = query }

    /// Notes a provider's answer, before any items are filtered out.
    mutating func note(_ answer: SourceAnswer) {
        guard query.isExplained else { return }
        let provider = answer.outcome.provider
        origins[provider] = answer.outcome.origin
        for item in answer.items where item.id.provider == provider {
            counts[provider, default: 0] += 1
            if positions[item.id] == nil { positions[item.id] = counts[provider] }
        }
    }

    /// Notes the results of a round that are shown.
    mutating func note(_ results: ArraySlice<Cluster>, round: Int) {
        guard query.isExplained else { return }
        for cluster in results {
            explanations[cluster.members[0].item.id] = explanation(of: cluster, round)
        }
    }

    /// Returns the explanations of the results that are shown.
    func explanations(
        of items: [Item], filteredBy handlings: [ProviderID: [Filter.Name: FilterHandling]]
    ) -> [ItemID: Explanation] {
        guard query.isExplained else { return [:] }
        var shown: [ItemID: Explanation] = [:]
        for item in items {
            guard var explanation = explanations[item.id] else { continue }
            for place in explanation.terms.indices {
                explanation.terms[place].filters = handlings[explanation.terms[place].provider] ?? [:]
            }
            shown[item.id] = explanation
        }
        return shown
    }

    private func explanation(of cluster: Cluster, _ round: Int) -> Explanation {
        let votes = IndependentVotes(cluster.members)
        return Explanation(
            score: Score(trillionths: cluster.rankKey.score), basis: query.basis, round: round,
            turn: turn(of: cluster),
            terms: votes.counting.map { term(of: $0, countedWith: nil) }
                + votes.repeating.map { term(of: $0.vote, countedWith: $0.other) },
            merged: cluster.merges, origins: cluster.members.count > 1 ? cluster.provenance : [:])
    }

    private func turn(of cluster: Cluster) -> Explanation.Turn? {
        guard let turn = cluster.turn,
            let member = cluster.members.first(where: { $0.rankKey.providerPlace == turn.providerPlace })
        else { return nil }
        return Explanation.Turn(provider: member.item.id.provider, number: turn.number)
    }

    private func term(of member: Member, countedWith other: ProviderID?) -> Explanation.Term {
        let id = member.item.id
        return Explanation.Term(
            id: id, rank: member.rankKey.rank, position: positions[id], weight: member.rankKey.weight.value,
            value: Score(trillionths: other == nil ? member.rankKey.score : 0), countedWith: other,
            origin: origins[id.provider])
    }
}

extension Query {
    /// The criterion that orders the results.
    fileprivate var basis: Explanation.Basis {
        if browse != nil { return .turn }
        return order == .newest ? .date : .score
    }
}
