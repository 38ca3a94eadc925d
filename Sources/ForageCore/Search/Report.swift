/// The end of a search: what is shown, and how each provider ended.
public struct Report: Hashable, Sendable {
    /// What was asked.
    public var query: Query
    /// What is shown, best first.
    public var items: [Item]
    /// How each provider ended, in the order they were asked.
    public var outcomes: [Outcome]
    /// Where the next page starts; nil at the end.
    public var next: String?
    /// How long the whole took.
    public var duration: Duration
    /// Why each result stands where it does, where the query asks for it.
    public var explanations: [ItemID: Explanation] = [:]
    /// What else services say may be asked, each as it is typed in a query; their order of arrival means nothing.
    public var seeAlso: [String] = []
    /// What may have been meant where nothing was found, each as it is typed in a query, the likeliest first.
    public var suggestions: [String] = []

    /// How many results the list has, or was followed to, where that is not as far as the page that was asked for.
    public var precedingCount: Int?

    /// Describes the end of a search.
    public init(query: Query, items: [Item], outcomes: [Outcome], next: String?, duration: Duration) {
        self.query = query
        self.items = items
        self.outcomes = outcomes
        self.next = next
        self.duration = duration
    }
}
