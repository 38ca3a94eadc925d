package import ForageCore

/// An item of a provider, and its rank.
package struct Member: Sendable {
    /// The list that all its members share, because items are large.
    private let list: [Item]
    private let place: Int
    /// The rank among all members.
    package let rankKey: RankKey
    /// The keys that identify duplicates.
    package let keys: DuplicateKeys

    /// The item as this provider returned it.
    package var item: Item { list[place] }

    /// The catalogue that the item comes from.
    var catalogue: ProviderID { list[place].sources[0].catalogue }

    /// Creates a member.
    ///
    /// - Parameters:
    ///   - item: The item as the provider returned it.
    ///   - rank: Its position among the provider's distinct items, from 1.
    ///   - providerPlace: The index of the provider among the providers.
    ///   - weight: The weight of the provider.
    package init(_ item: Item, rank: Int, providerPlace: Int, weight: Weight) {
        self.init(
            RankedList([item], weight: weight), at: 0, keys: DuplicateKeys(of: item), rank: rank,
            providerPlace: providerPlace)
    }

    init(_ list: RankedList, at place: Int, keys: DuplicateKeys, rank: Int, providerPlace: Int) {
        self.list = list.items
        self.place = place
        self.keys = keys
        rankKey = RankKey(
            score: list.weight.contribution(atRank: rank), weight: list.weight, providerPlace: providerPlace,
            rank: rank, id: list.items[place].id)
    }
}

/// A position in a list: the total order of members and of results.
///
/// The better one comes first: by score, then weight, then the order of the providers, then rank, then ID.
package struct RankKey: Hashable, Sendable, Comparable {
    /// The sum of contributions; for a member, its own contribution.
    package let score: Int
    let weight: Weight
    let providerPlace: Int
    package let rank: Int
    let id: ItemID

    package static func < (one: RankKey, other: RankKey) -> Bool {
        if one.score != other.score { return one.score > other.score }
        if one.weight != other.weight { return one.weight > other.weight }
        if one.providerPlace != other.providerPlace { return one.providerPlace < other.providerPlace }
        if one.rank != other.rank { return one.rank < other.rank }
        return one.id < other.id
    }

    /// Returns the same key with another score.
    func scored(_ score: Int) -> RankKey {
        RankKey(score: score, weight: weight, providerPlace: providerPlace, rank: rank, id: id)
    }
}

/// The weight of a provider, from 0 to 1000; 1 by default.
package struct Weight: Hashable, Sendable, Comparable {
    package let value: Double

    package init(_ value: Double = 1) { self.value = value.isNaN ? 1 : min(max(value, 0), 1000) }

    /// The number added to each rank, which reduces the advantage of first places.
    ///
    /// The customary 60 is for lists of a thousand items. With thirty, it would place a result that two providers rank
    /// last above any single provider's first result, and a weight of 2 would place all thirty above the others' first.
    /// In a simulation of 360 settings (two to eight services, similar and different, lists of 10 to 60 items, with
    /// more and less in common), values from 3 to 5 produce the best lists, and 5 produces the fewest lists that are
    /// worse than the best service's own.
    package static let rankOffset = 5

    /// Returns the term of reciprocal rank fusion, `weight / (5 + rank)`, in trillionths.
    ///
    /// The sum of integers does not depend on their order, and printed terms add up exactly to the score.
    package func contribution(atRank rank: Int) -> Int {
        Int((value * Double(Score.one) / Double(Self.rankOffset + rank)).rounded())
    }

    package static func < (one: Weight, other: Weight) -> Bool { one.value < other.value }
}
