package import Essentials

/// An item as it was when it was last met.
package struct KeptItem: Hashable, Sendable {
    /// The item.
    package let item: Item
    /// When it was met.
    package let metAt: Date

    /// Says when an item was met.
    package init(_ item: Item, metAt: Date) {
        self.item = item
        self.metAt = metAt
    }
}
