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
    /// The score of a result is the sum over the providers that brought it of `weight / (5 + rank)`,
    /// where the rank is the position among the provider's distinct results. So agreement never lowers a
    /// result and a repeat gains nothing. Ties go by weight, then the order of the lists, then the id.
    package func fused() -> [Cluster] {
        let keys = flatMap { $0.items.map(\.duplicateKeys) }
        let duplicates = Duplicates(keys)
        var members = [[Member]](repeating: [], count: duplicates.count)
        var start = 0
        for (providerPlace, list) in enumerated() {
            var distinctCount = 0
            for place in list.items.indices {
                let group = duplicates.groups[start + place]
                let isRepeat = members[group].contains { $0.standing.providerPlace == providerPlace }
                members[group].append(
                    Member(
                        list, at: place, keys: keys[start + place], rank: distinctCount + 1,
                        providerPlace: providerPlace))
                if !isRepeat { distinctCount += 1 }
            }
            start += list.items.count
        }
        return members.compactMap(Cluster.init).sorted { $0.standing < $1.standing }
    }
}
