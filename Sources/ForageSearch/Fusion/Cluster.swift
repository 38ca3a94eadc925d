internal import ForageCore

/// Items of one or more providers that are the same, as one result.
///
/// A cluster is the set of its members, so that uniting clusters is associative, commutative and
/// idempotent. Every field of the merged item is the greatest under a total order: as a rule what the
/// best-ranked member says that says anything; the licence has an order of its own.
package struct Cluster: Sendable {
    /// What was brought, best first; never empty.
    package let members: [Member]
    /// Where it stands among all results: where its best member does, but with the sum of what each
    /// provider adds that counts. A repeat inside a provider adds nothing, nor does who has it from another's catalogue.
    package let standing: Standing
    /// Whose turn it was given in, where providers take turns.
    package internal(set) var turn: Turn?

    /// Makes a cluster of members in any order; one that is there twice counts once.
    package init?(_ members: [Member]) {
        guard members.count > 1 else {
            guard let only = members.first else { return nil }
            self.members = members
            standing = only.standing
            return
        }
        var met: Set<ItemID> = []
        let sorted = members.sorted { $0.standing < $1.standing }.filter { met.insert($0.item.id).inserted }
        self.members = sorted
        standing = sorted[0].standing.scored(Voices(sorted).score)
    }

    /// Puts two clusters together.
    package func union(_ other: Cluster) -> Cluster { Cluster(members + other.members) ?? self }

    /// What tells that another item is the same as one of these.
    package var keys: Set<String> {
        members.reduce(into: []) { $0.formUnion($1.keys) }
    }
}
