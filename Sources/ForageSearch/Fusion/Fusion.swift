package import ForageCore

/// What one provider brought, best first, and what its word counts for.
package struct RankedList: Hashable, Sendable {
    package let items: [Item]
    package let weight: Weight

    /// Takes a provider's items; one that is there twice counts where it is met first.
    package init(_ items: [Item], weight: Weight = Weight()) {
        var met: Set<ItemID> = []
        self.items = items.filter { met.insert($0.id).inserted }
        self.weight = weight
    }
}

extension [RankedList] {
    /// Makes one list of several, each from another provider, by weighted reciprocal rank fusion.
    ///
    /// The score of a result is the sum over the providers that brought it of `weight / (60 + rank)`,
    /// where the rank is the position among the provider's distinct results. So agreement never lowers a
    /// result and a repeat gains nothing. Ties go by weight, then the order of the lists, then the id.
    package func fused() -> [Cluster] {
        let keys = flatMap { $0.items.map(\.duplicateKeys) }
        let roots = Duplicates(keys).roots
        var members: [Int: [Member]] = [:]
        var place = 0
        for (providerPlace, list) in enumerated() {
            var ranked: Set<Int> = []
            for item in list.items {
                let rank = ranked.count + 1
                ranked.insert(roots[place])
                members[roots[place], default: []].append(
                    Member(
                        item, keys: keys[place], rank: rank, providerPlace: providerPlace, weight: list.weight
                    ))
                place += 1
            }
        }
        return members.values.compactMap(Cluster.init).sorted { $0.standing < $1.standing }
    }
}
