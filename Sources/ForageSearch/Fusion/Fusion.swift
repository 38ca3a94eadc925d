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
        let entries = enumerated().flatMap { place, list in
            list.items.map { Entry(item: $0, keys: $0.duplicateKeys, providerPlace: place) }
        }
        let roots = Duplicates(entries.map(\.keys)).roots
        var members: [Int: [Member]] = [:]
        var ranked = Set<Int>()
        var providerPlace = -1
        for (entry, root) in zip(entries, roots) {
            if entry.providerPlace != providerPlace {
                providerPlace = entry.providerPlace
                ranked.removeAll(keepingCapacity: true)
            }
            let rank = ranked.count + 1
            ranked.insert(root)
            members[root, default: []].append(
                Member(
                    entry.item, keys: entry.keys, rank: rank, providerPlace: providerPlace,
                    weight: self[providerPlace].weight))
        }
        return members.values.compactMap(Cluster.init).sorted { $0.standing < $1.standing }
    }
}

private struct Entry {
    let item: Item
    let keys: Set<String>
    let providerPlace: Int
}
