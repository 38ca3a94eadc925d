package import ForageCore

/// An item in its place: what a provider brought and how high it ranked it.
package struct Member: Hashable, Sendable {
    /// The item as this provider brought it.
    package let item: Item
    /// Where it stands among all members.
    package let standing: Standing
    /// What tells that another item is the same.
    package let keys: Set<String>

    /// Puts an item in its place.
    ///
    /// - Parameters:
    ///   - item: The item as the provider brought it.
    ///   - rank: Its position among the provider's distinct items, from 1.
    ///   - providerPlace: The place of the provider among the providers.
    ///   - weight: What the provider's word counts for.
    package init(_ item: Item, rank: Int, providerPlace: Int, weight: Weight) {
        self.init(item, keys: item.duplicateKeys, rank: rank, providerPlace: providerPlace, weight: weight)
    }

    init(_ item: Item, keys: Set<String>, rank: Int, providerPlace: Int, weight: Weight) {
        self.item = item
        self.keys = keys
        standing = Standing(
            score: weight.contribution(atRank: rank), weight: weight, providerPlace: providerPlace,
            rank: rank, id: item.id)
    }
}
