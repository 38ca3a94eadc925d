internal import ForageCore

/// What a search says of itself beside its results, where the query asks for it; else it costs nothing.
struct Account {
    private let query: Query
    private var explanations: [ItemID: Explanation] = [:]
    private var trail: Trail?
    private var positions: [ItemID: Int] = [:]
    private var counts: [ProviderID: Int] = [:]

    init(of query: Query) {
        self.query = query
        trail = query.sought.map(Trail.init)
    }

    private var isWanted: Bool { query.isExplained || trail != nil }

    /// Notes what a provider brought, and what of it is left.
    mutating func note(_ answer: SourceAnswer, sifted: SourceAnswer, by sieve: Sieve) {
        guard isWanted else { return }
        trail?.note(answer, sifted: sifted, by: sieve)
        let provider = answer.outcome.provider
        for item in answer.items where item.id.provider == provider {
            counts[provider, default: 0] += 1
            if positions[item.id] == nil { positions[item.id] = counts[provider] }
        }
    }

    /// Notes what a round came to.
    mutating func note(_ round: Round) { trail?.note(round) }

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

    /// Notes results that a filter left out once duplicates were one, or pictures measured.
    mutating func noteLeftOut(_ items: [Item], at moment: Sieve.Moment, by sieve: Sieve) {
        trail?.noteLeftOut(items, at: moment, by: sieve)
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

    /// Where that is which is sought, in a list of which so many stand before the window, or among those that come next.
    func whereabouts(in list: [Item], before others: [Item], skipping count: Int) -> Whereabouts? {
        trail?.whereabouts(in: list, before: others, skipping: count)
    }

    /// What one round of pages came to.
    struct Round {
        let number: Int
        let answers: [ProviderID: SourceAnswer]
        /// All its results, and those that were not shown before.
        let all: [Cluster], unseen: [Cluster]
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
