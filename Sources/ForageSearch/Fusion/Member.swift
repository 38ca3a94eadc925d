package import ForageCore

/// An item in its place: what a provider brought and how high it ranked it.
package struct Member: Hashable, Sendable {
    /// The item as this provider brought it.
    package let item: Item
    /// The item's position among the provider's distinct items, from 1.
    package let rank: Int
    /// The place of the provider among the providers.
    package let providerPlace: Int
    /// What the provider's word counts for.
    package let weight: Weight
    /// What tells that another item is the same.
    package let keys: Set<String>

    package init(_ item: Item, rank: Int, providerPlace: Int, weight: Weight) {
        self.init(item, keys: item.duplicateKeys, rank: rank, providerPlace: providerPlace, weight: weight)
    }

    init(_ item: Item, keys: Set<String>, rank: Int, providerPlace: Int, weight: Weight) {
        self.item = item
        self.keys = keys
        self.rank = rank
        self.providerPlace = providerPlace
        self.weight = weight
    }

    /// What it adds to the score.
    package var contribution: Int { weight.contribution(atRank: rank) }

    /// The total order of members, best first: by contribution, weight, provider, rank and id.
    package func precedes(_ other: Member) -> Bool {
        if contribution != other.contribution { return contribution > other.contribution }
        if weight != other.weight { return weight > other.weight }
        return (providerPlace, rank, item.id) < (other.providerPlace, other.rank, other.item.id)
    }
}

/// What a provider's word counts for: 1 unless somebody says otherwise, from 0 to 1000.
package struct Weight: Hashable, Sendable, Comparable {
    private let value: Double

    package init(_ value: Double = 1) { self.value = value.isNaN ? 1 : min(max(value, 0), 1000) }

    /// The term of reciprocal rank fusion, `weight / (60 + rank)`, in units of 2⁻⁴⁰.
    ///
    /// Whole numbers add up to the same sum in any order, and terms that are printed add up to the score.
    package func contribution(atRank rank: Int) -> Int {
        Int((value * 0x1p40 / Double(60 + rank)).rounded())
    }

    package static func < (one: Weight, other: Weight) -> Bool { one.value < other.value }
}
