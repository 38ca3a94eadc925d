/// What is wanted of a provider's listing: what is new or interesting there.
public struct Browse: Hashable, Sendable {
    /// The day whose listing is wanted; nil for the latest.
    public var day: CalendarDay?
    /// What the items must satisfy.
    public var filters: [Filter]

    /// The content that may be shown; what is fit for everyone unless a filter says otherwise.
    public var content: Filter.Content { filters.content }

    /// Asks for a listing.
    public init(day: CalendarDay? = nil, filters: [Filter] = []) {
        self.day = day
        self.filters = filters
    }
}
