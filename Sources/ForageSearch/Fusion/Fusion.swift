package import ForageCore

/// What one provider brought, best first, and what its word counts for.
package struct RankedList: Hashable, Sendable {
    package let items: [Item]
    package let weight: Weight
    /// How those look that were looked at.
    package private(set) var looks: [ItemID: BlurHash] = [:]

    /// Takes a provider's items; one that is there twice counts where it is met first.
    package init(_ items: [Item], weight: Weight = Weight()) {
        var met: Set<ItemID> = []
        self.items = items.filter { met.insert($0.id).inserted }
        self.weight = weight
    }

    /// The same with how some of its pictures look, by their addresses.
    package func seen(_ looks: [WebURL: PictureLook]) -> RankedList {
        guard !looks.isEmpty else { return self }
        var list = self
        for item in items { list.looks[item.id] = item.look(among: looks) }
        return list
    }

    /// How an item looks, as its service says or as it was seen; nil where nobody knows.
    func look(ofItemAt place: Int) -> BlurHash? {
        items[place].blurHash ?? (looks.isEmpty ? nil : looks[items[place].id])
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
        let looks = Lookalikes(in: self, keys).keys
        var allKeys = keys
        for (place, looks) in looks { allKeys[place] += looks }
        let duplicates = Duplicates(allKeys)
        var members = [[Member]](repeating: [], count: duplicates.count)
        var start = 0
        for (providerPlace, list) in enumerated() {
            var distinctCount = 0
            for place in list.items.indices {
                let group = duplicates.groups[start + place]
                let isRepeat = members[group].contains { $0.standing.providerPlace == providerPlace }
                members[group].append(
                    Member(
                        list, at: place, keys: keys[start + place], looks: looks[start + place] ?? [],
                        rank: distinctCount + 1, providerPlace: providerPlace))
                if !isRepeat { distinctCount += 1 }
            }
            start += list.items.count
        }
        return members.compactMap(Cluster.init).sorted { $0.standing < $1.standing }
    }
}
