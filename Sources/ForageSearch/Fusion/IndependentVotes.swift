internal import ForageCore

/// The providers whose word counts for a result, of all that brought it.
///
/// A provider has one vote, its best item. Providers that have a result from one catalogue are no two witnesses, so each
/// that counts needs a catalogue to itself. The best are given one first, and a provider that has one moves to another of
/// its own where that lets one more count. So whatever else is brought, in whichever catalogue, the sum never falls.
struct IndependentVotes {
    /// The best item of each provider that counts, best first.
    let counting: [Member]
    /// The best item of each provider that counts once with another, and with which.
    let repeating: [(vote: Member, other: ProviderID)]

    /// Takes members that are sorted best first.
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

    /// The sum of the votes that count.
    var score: Int { counting.reduce(0) { $0 + $1.rankKey.score } }
}

/// Gives each voter a catalogue of its own as far as there are enough: a matching by augmenting paths.
private struct CatalogueAssignment {
    private let catalogues: [[ProviderID]]
    private(set) var holders: [ProviderID: Int] = [:]

    init(_ catalogues: [[ProviderID]]) { self.catalogues = catalogues }

    /// Whether there is a catalogue for a voter, even if others have to move.
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
