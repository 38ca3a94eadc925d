package import Essentials

/// Where items that were met are kept, to be found again without asking anybody.
///
/// Like a ``ResponseStore`` it never fails a search.
package protocol ItemIndex: Sendable {
    /// Keeps items as they came, each in place of the one with its id.
    ///
    /// - Parameters:
    ///   - items: The items, the best first.
    ///   - end: When they must be gone, because the service's terms say so; nil where nothing limits it.
    func keep(_ items: [Item], until end: Date?) async

    /// Items of a provider that match words, the best first, or all of them, the newest first.
    ///
    /// - Parameters:
    ///   - provider: Whose items.
    ///   - words: What was searched for; nil for everything.
    ///   - page: Which of them: how many are passed over, and how many are wanted at most.
    /// - Returns: The items, each with the time when it was met.
    func items(of provider: ProviderID, matching words: String?, page: Range<Int>) async -> KeptPage

    /// The item of an id, if it was ever met.
    func item(_ id: ItemID) async -> KeptItem?
}

/// A page of what was kept.
package struct KeptPage: Hashable, Sendable {
    /// The items; fewer than were wanted where some of them may no longer be shown.
    package var items: [KeptItem]
    /// How many the next page passes over; nil where there is none.
    package var next: Int?

    /// Describes a page.
    package init(_ items: [KeptItem] = [], next: Int? = nil) {
        self.items = items
        self.next = next
    }
}

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
