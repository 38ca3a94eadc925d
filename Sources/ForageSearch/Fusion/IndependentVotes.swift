internal import ForageCore

/// The providers whose vote for a result counts, out of all that returned it.
///
/// A provider has one vote, its best item. Providers that took a result from the same catalogue are not independent, so
/// each counted provider needs its own catalogue. The best providers are assigned one first, and a provider moves to
/// another of its catalogues if that lets one more count. As a result, an additional item never lowers the sum.
struct IndependentVotes {
    /// The best item of each counted provider, best first.
    let counting: [Member]
    /// The best item of each provider that is not counted, and the provider that it duplicates.
    let repeating: [(vote: Member, other: ProviderID)]

    /// Creates the votes of members, which must be sorted best first.
    init(_ members: [Member]) {
        let voters = Dictionary(grouping: members, by: \.rankKey.providerPlace).values
            .sorted { $0[0].rankKey < $1[0].rankKey }
        var assignment = CatalogueAssignment(voters.map { $0.map(\.catalogue) })
        let counts = voters.indices.map { assignment.assign($0) }
        counting = voters.indices.filter { counts[$0] }.map { voters[$0][0] }
        repeating = voters.indices.filter { !counts[$0] }.map { place in
            let vote = voters[place][0]
            let holder = assignment.holders[vote.catalogue] ?? place
            return (vote, voters[holder][0].item.id.provider)
        }
    }

    /// The sum of the counted votes.
    var score: Int { counting.reduce(0) { $0 + $1.rankKey.score } }
}

/// An assignment of catalogues to as many voters as possible: a matching by augmenting paths.
private struct CatalogueAssignment {
    private let catalogues: [[ProviderID]]
    private(set) var holders: [ProviderID: Int] = [:]

    init(_ catalogues: [[ProviderID]]) { self.catalogues = catalogues }

    /// Assigns a catalogue to a voter, and moves others if necessary; returns false if that is impossible.
    mutating func assign(_ voter: Int) -> Bool {
        var tried: Set<ProviderID> = []
        return assign(voter, &tried)
    }

    private mutating func assign(_ voter: Int, _ tried: inout Set<ProviderID>) -> Bool {
        for catalogue in catalogues[voter] where tried.insert(catalogue).inserted {
            if let holder = holders[catalogue], !assign(holder, &tried) { continue }
            holders[catalogue] = voter
            return true
        }
        return false
    }
}
