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
    /// provider adds. A repeat inside a provider adds nothing, nor does one that has it from another's catalogue.
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
        standing = sorted[0].standing.scored(sorted.voices.counting.reduce(0) { $0 + $1.standing.score })
    }

    /// Puts two clusters together.
    package func union(_ other: Cluster) -> Cluster { Cluster(members + other.members) ?? self }

    /// What tells that another item is the same as one of these.
    package var keys: Set<String> {
        members.reduce(into: []) { $0.formUnion($1.keys) }
    }
}

extension [Member] {
    /// The best member of each provider, of members that stand best first: those that count, and those that
    /// count together with a better one, because both are from one catalogue.
    var voices: (counting: [Member], repeating: [Member]) {
        var providers: Set<Int> = []
        var catalogues: Set<ProviderID> = []
        let voices = filter { providers.insert($0.standing.providerPlace).inserted }
        var (counting, repeating): ([Member], [Member]) = ([], [])
        for voice in voices {
            if catalogues.insert(voice.catalogue).inserted {
                counting.append(voice)
            } else {
                repeating.append(voice)
            }
        }
        return (counting, repeating)
    }
}
