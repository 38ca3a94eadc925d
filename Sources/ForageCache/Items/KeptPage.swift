package import ForageCore

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
