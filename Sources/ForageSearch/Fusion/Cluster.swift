internal import ForageCore

/// Items of one or more providers that are the same, as one result.
///
/// A cluster is the set of its members, so that uniting clusters is associative, commutative and
/// idempotent. Every field of the merged item is the greatest under a total order: as a rule what the
/// best-ranked member says that says anything; the licence has an order of its own.
package struct Cluster: Hashable, Sendable {
    /// What was brought, best first; never empty.
    package let members: [Member]
    /// Where it stands among all results: where its best member does, but with the sum of what each
    /// provider adds. A repeat inside a provider adds nothing.
    package let standing: Standing

    /// Makes a cluster of members in any order; one that is there twice counts once.
    package init?(_ members: [Member]) {
        var met: Set<ItemID> = []
        self.members = members.sorted { $0.standing < $1.standing }.filter { met.insert($0.item.id).inserted }
        guard let best = self.members.first?.standing else { return nil }
        var counted: Set<Int> = []
        let counting = self.members.filter { counted.insert($0.standing.providerPlace).inserted }
        standing = best.scored(counting.reduce(0) { $0 + $1.standing.score })
    }

    /// Puts two clusters together.
    package func union(_ other: Cluster) -> Cluster { Cluster(members + other.members) ?? self }

    /// What tells that another item is the same as one of these.
    package var keys: Set<String> {
        members.dropFirst().reduce(into: members[0].keys) { $0.formUnion($1.keys) }
    }
}
