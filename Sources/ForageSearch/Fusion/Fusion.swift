package import ForageCore
internal import Platform

/// Combines the answers of a round into one list of results.
struct Fusion {
    let query: Query
    /// The providers of the search; their order decides ties.
    let providers: [ProviderID]
    /// The weights of the providers; 1 by default.
    let weights: [ProviderID: Double]
    let pictures: PictureKeys

    /// Returns the results in the order of the query; for a listing, providers take turns. In an order by date, results
    /// without a date come last.
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

/// The items of one provider, best first, and the provider's weight.
package struct RankedList: Hashable, Sendable {
    package let items: [Item]
    package let weight: Weight

    /// Creates a list of a provider's items; a repeated item counts at its first position.
    package init(_ items: [Item], weight: Weight = Weight()) {
        var met: Set<ItemID> = []
        self.items = items.filter { met.insert($0.id).inserted }
        self.weight = weight
    }
}

extension [RankedList] {
    /// Combines several lists, each from another provider, by weighted reciprocal rank fusion.
    ///
    /// The score of a result is the sum of `weight / (5 + rank)` over its providers, where the rank is the position
    /// among the provider's distinct results. Therefore, agreement never lowers a score and a repeat never raises it.
    /// Ties are decided by weight, then the order of the lists, then the ID.
    ///
    /// - Parameter pictures: Identifies files that show the same picture.
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

/// The groups of duplicates: things that share a key, directly or through others.
package struct Duplicates {
    /// The number of each thing's group, counted from 0 in order of appearance.
    package let groups: [Int]
    /// The number of groups.
    package let count: Int

    /// Groups things by their keys.
    package init(_ keys: [[String]]) {
        var forest = Forest(count: keys.count)
        var owners: [String: Int] = [:]
        owners.reserveCapacity(keys.count * 2)
        for (place, keys) in keys.enumerated() {
            for key in keys {
                let owner = owners[key, default: place]
                if owner == place { owners[key] = place } else { forest.join(place, owner) }
            }
        }
        (groups, count) = forest.numbered()
    }
}

/// Trees of duplicates, whose root is the first of them.
private struct Forest {
    private var parents: [Int]

    init(count: Int) { parents = Array(0..<count) }

    mutating func join(_ one: Int, _ other: Int) {
        let (one, other) = (root(of: one), root(of: other))
        parents[max(one, other)] = min(one, other)
    }

    /// Follows the parents to the root, and halves the path so that it remains short.
    private mutating func root(of place: Int) -> Int {
        var place = place
        while parents[place] != place {
            parents[place] = parents[parents[place]]
            place = parents[place]
        }
        return place
    }

    /// Returns the number of each thing's tree; a root comes before its descendants.
    mutating func numbered() -> (numbers: [Int], count: Int) {
        var numbers: [Int] = []
        numbers.reserveCapacity(parents.count)
        var count = 0
        for place in parents.indices {
            let root = root(of: place)
            if root == place {
                numbers.append(count)
                count += 1
            } else {
                numbers.append(numbers[root])
            }
        }
        return (numbers, count)
    }
}
