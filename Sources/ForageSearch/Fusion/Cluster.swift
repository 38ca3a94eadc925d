internal import ForageCore

/// Items of one or more providers that are the same, as one result.
///
/// A cluster is the set of its members, so that uniting clusters is associative, commutative and
/// idempotent. Every field of the merged item is the greatest under a total order: as a rule what the
/// best-ranked member says that says anything; the licence has an order of its own.
package struct Cluster: Hashable, Sendable {
    /// What was brought, best first; never empty.
    package let members: [Member]
    /// The sum of what each provider adds; a repeat inside a provider adds nothing.
    package let score: Int

    /// Makes a cluster of members in any order; one that is there twice counts once.
    package init?(_ members: [Member]) {
        guard !members.isEmpty else { return nil }
        var met: Set<ItemID> = []
        self.members = members.sorted { $0.precedes($1) }.filter { met.insert($0.item.id).inserted }
        var counted: Set<Int> = []
        score = self.members.filter { counted.insert($0.providerPlace).inserted }
            .reduce(0) { $0 + $1.contribution }
    }

    /// Puts two clusters together.
    package func union(_ other: Cluster) -> Cluster { Cluster(members + other.members) ?? self }

    /// What tells that another item is the same as one of these.
    package var keys: Set<String> { members.reduce(into: []) { $0.formUnion($1.keys) } }

    /// The total order of results, best first: by score, then by the best member.
    package func precedes(_ other: Cluster) -> Bool {
        if score != other.score { return score > other.score }
        let (best, otherBest) = (members[0], other.members[0])
        if best.weight != otherBest.weight { return best.weight > otherBest.weight }
        return (best.providerPlace, best.rank, best.item.id)
            < (otherBest.providerPlace, otherBest.rank, otherBest.item.id)
    }
}
