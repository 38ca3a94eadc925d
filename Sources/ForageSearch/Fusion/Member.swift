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
    /// What it has with those alone that look the same.
    let looks: [String]
    /// How it looks, where that makes it the same as another.
    let look: BlurHash?

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
            RankedList([item], weight: weight), at: 0, keys: item.duplicateKeys, looks: [], rank: rank,
            providerPlace: providerPlace)
    }

    init(
        _ list: RankedList, at place: Int, keys: [String], looks: [String], rank: Int, providerPlace: Int
    ) {
        self.list = list.items
        self.place = place
        self.keys = keys
        self.looks = looks
        look = looks.isEmpty ? nil : list.look(ofItemAt: place)
        standing = Standing(
            score: list.weight.contribution(atRank: rank), weight: list.weight, providerPlace: providerPlace,
            rank: rank, id: list.items[place].id)
    }
}
