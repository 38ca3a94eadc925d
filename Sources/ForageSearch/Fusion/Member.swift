package import ForageCore

/// An item in its place: what a provider brought and how high it ranked it.
package struct Member: Sendable {
    /// Items are large; all members of a list share it.
    private let list: [Item]
    private let place: Int
    /// Where it stands among all members.
    package let standing: Standing
    /// What tells that another item is the same.
    package let keys: [String]

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
            RankedList([item], weight: weight), at: 0, keys: item.duplicateKeys, rank: rank,
            providerPlace: providerPlace)
    }

    init(_ list: RankedList, at place: Int, keys: [String], rank: Int, providerPlace: Int) {
        self.list = list.items
        self.place = place
        self.keys = keys
        standing = Standing(
            score: list.weight.contribution(atRank: rank), weight: list.weight, providerPlace: providerPlace,
            rank: rank, id: list.items[place].id)
    }
}
