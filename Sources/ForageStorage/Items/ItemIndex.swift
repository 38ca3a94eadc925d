package import ForageCore
package import Platform

/// A store of found items for later searches without a request. Like a ``ResponseStore``, it never makes a search fail.
package protocol ItemIndex: Suggester {
    /// Stores items shortly afterwards, and replaces those with the same IDs.
    ///
    /// - Parameters:
    ///   - items: The items, the best first.
    ///   - end: The time at which they must be deleted according to the service's terms; nil for no limit.
    func keep(_ items: [Item], until end: Date?)

    /// Stores items that were found at the same time, such as those of another index, and returns when that is done.
    ///
    /// - Parameters:
    ///   - items: The items, the best first.
    ///   - time: The time at which they were found.
    ///   - end: The time at which they must be deleted according to the service's terms; nil for no limit.
    /// - Returns: False if they could not be stored.
    func add(_ items: [Item], metAt time: Date, until end: Date?) async -> Bool

    /// Waits until all accepted items have been stored.
    func finish() async

    /// Returns items of a provider that match words, the best first, or all items, the newest first.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - words: The search words; nil for all items.
    ///   - page: The range of items to return.
    /// - Returns: The items, each with the time at which it was found.
    func items(of provider: ProviderID, matching words: String?, page: Range<Int>) async -> StoredPage

    /// Returns the stored item with an ID, if there is one.
    func item(_ id: ItemID) async -> StoredItem?

    /// Stores the appearance of a picture of a stored item, and deletes it with the item.
    func keep(_ picture: MetPicture) async

    /// Returns pictures that were met. Their items may no longer be stored.
    func pictures(_ query: PictureQuery) async -> [MetPicture]

    /// Returns phrases of items that contain every word of a text, of which the last may be unfinished.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - providers: The providers of the items.
    ///   - deadline: The latest time.
    /// - Returns: Titles, tags and names of creators, the most frequent first; fewer if the time did not suffice.
    func completions(
        of text: String, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String]
}

/// A page of stored items.
package struct StoredPage: Hashable, Sendable {
    /// The items; fewer than requested if some have expired.
    package var items: [StoredItem]
    /// The start of the next page; nil if there is none.
    package var next: Int?

    /// Creates a page.
    package init(_ items: [StoredItem] = [], next: Int? = nil) {
        self.items = items
        self.next = next
    }
}
