package import ForageCore

/// An item in its place: what a provider brought and how high it ranked it.
package struct Member: Sendable {
    /// Items are large; all members of a list share it.
    private let list: [Item]
    private let place: Int
    /// Where it stands among all members.
    package let rankKey: RankKey
    /// What tells that another item is the same.
    package let keys: DuplicateKeys

    /// The item as this provider brought it.
    package var item: Item { list[place] }

    /// Whose catalogue the item is from.
    var catalogue: ProviderID { list[place].sources[0].catalogue }

    /// Puts an item in its place.
    ///
    /// - Parameters:
    ///   - item: The item as the provider brought it.
    ///   - rank: Its position among the provider's distinct items, from 1.
    ///   - providerPlace: The place of the provider among the providers.
    ///   - weight: What the provider's word counts for.
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

/// Where something stands in a list: the one total order of members and of results.
///
/// The better comes first: by score, then weight, then the order of the providers, then rank, then id.
package struct RankKey: Hashable, Sendable, Comparable {
    /// The sum of contributions; a member's is its own.
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

    /// The same with another score.
    func scored(_ score: Int) -> RankKey {
        RankKey(score: score, weight: weight, providerPlace: providerPlace, rank: rank, id: id)
    }
}

/// What a provider's word counts for: 1 unless somebody says otherwise, from 0 to 1000.
package struct Weight: Hashable, Sendable, Comparable {
    package let value: Double

    package init(_ value: Double = 1) { self.value = value.isNaN ? 1 : min(max(value, 0), 1000) }

    /// What is added to a rank, so that being first is not everything.
    ///
    /// The customary 60 is for lists of a thousand. Of thirty it makes one where two who agree on their last are above
    /// anybody's first, and where a weight of 2 puts all thirty above the others' first. Over 360 made-up settings (two to eight
    /// services, alike and unlike, lists of 10 to 60, more and less in common) 3 to 5 make the best lists, and with
    /// 5 the fewest are worse than the best service's own.
    package static let rankOffset = 5

    /// The term of reciprocal rank fusion, `weight / (5 + rank)`, in trillionths.
    ///
    /// Whole numbers add up to the same sum in any order, and terms that are printed add up to the score.
    package func contribution(atRank rank: Int) -> Int {
        Int((value * Double(Score.one) / Double(Self.rankOffset + rank)).rounded())
    }

    package static func < (one: Weight, other: Weight) -> Bool { one.value < other.value }
}
