package import ForageCore
internal import Platform

/// Makes one list of what the providers of a search bring in a round.
struct Fusion {
    let query: Query
    /// The providers that are asked; their order decides ties.
    let providers: [ProviderID]
    /// What each provider's word counts for; 1 where nothing is said.
    let weights: [ProviderID: Double]
    let pictures: PictureKeys

    /// The results in the order that the query wants: by turns for a listing. By date, results without one come last.
    func results(in answers: [ProviderID: SourceAnswer]) -> [Cluster] {
        let lists = providers.map {
            RankedList(answers[$0]?.items ?? [], weight: Weight(weights[$0] ?? 1))
        }
        let results = lists.fused(knowing: pictures)
        guard query.browse == nil else { return results.inTurns() }
        guard query.order == .newest else { return results }
        let dated = results.map { (cluster: $0, date: $0.item.publishedAt ?? .distantPast) }
        return dated.sorted { $0.date > $1.date }.map(\.cluster)
    }
}

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
    ///
    /// - Parameter pictures: Tells which files show the same picture.
    /// - Returns: The results, best first.
    package func fused(knowing pictures: PictureKeys = PictureKeys()) -> [Cluster] {
        let keys = flatMap { $0.items.map { DuplicateKeys(of: $0, knowing: pictures) } }
        let duplicates = Duplicates(keys.map(\.all))
        var members = [[Member]](repeating: [], count: duplicates.count)
        var start = 0
        for (providerPlace, list) in enumerated() {
            var distinctCount = 0
            for place in list.items.indices {
                let group = duplicates.groups[start + place]
                let isRepeat = members[group].contains { $0.rankKey.providerPlace == providerPlace }
                members[group].append(
                    Member(
                        list, at: place, keys: keys[start + place], rank: distinctCount + 1,
                        providerPlace: providerPlace))
                if !isRepeat { distinctCount += 1 }
            }
            start += list.items.count
        }
        return members.compactMap(Cluster.init).sorted { $0.rankKey < $1.rankKey }
    }
}
