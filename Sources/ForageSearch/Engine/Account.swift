internal import ForageCore

/// What a search says of itself beside its results, where the query asks for it; else it costs nothing.
struct Account {
    private let query: Query
    private var explanations: [ItemID: Explanation] = [:]
    private var positions: [ItemID: Int] = [:]
    private var counts: [ProviderID: Int] = [:]

    init(of query: Query) { self.query = query }

    /// Notes what a provider brought, whatever is left of it.
    mutating func note(_ answer: SourceAnswer) {
        guard query.isExplained else { return }
        let provider = answer.outcome.provider
        for item in answer.items where item.id.provider == provider {
            counts[provider, default: 0] += 1
            if positions[item.id] == nil { positions[item.id] = counts[provider] }
        }
    }

    /// Notes which of a round is taken.
    mutating func note(_ taken: some Collection<Cluster>, of round: Round) {
        guard query.isExplained else { return }
        for cluster in taken {
            let explanation = cluster.explanation(round: round.number, basis: query.basis) {
                term(of: $0, countedWith: $1, in: round)
            }
            explanations[cluster.members[0].item.id] = explanation
        }
    }

    /// What is said of the results that are shown.
    func explanations(of items: some Sequence<Item>, by sieve: Sieve) -> [ItemID: Explanation] {
        guard query.isExplained else { return [:] }
        var shown: [ItemID: Explanation] = [:]
        for item in items {
            guard var explanation = explanations[item.id] else { continue }
            for place in explanation.terms.indices {
                explanation.terms[place].filters = sieve.handlings[explanation.terms[place].provider] ?? [:]
            }
            shown[item.id] = explanation
        }
        return shown
    }

    /// What one round of pages came to.
    struct Round {
        let number: Int
        let answers: [ProviderID: SourceAnswer]
    }

    private func term(of member: Member, countedWith other: ProviderID?, in round: Round) -> Explanation.Term
    {
        let id = member.item.id
        let value = other == nil ? member.standing.score : 0
        return Explanation.Term(
            id: id, rank: member.standing.rank, position: positions[id], weight: member.standing.weight.value,
            value: Score(trillionths: value), countedWith: other,
            origin: round.answers[id.provider]?.outcome.origin)
    }
}

extension Query {
    /// What puts its results in order.
    fileprivate var basis: Explanation.Basis {
        if browse != nil { return .turn }
        return order == .newest ? .date : .score
    }
}
