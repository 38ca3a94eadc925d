/// The events of a search, in order of time; the last one is ``SearchEvent/finished(_:)``.
///
/// Each event can be read only once. The search has already started, and is cancelled when the last reference to its
/// events is released.
public struct SearchEvents: AsyncSequence, Sendable {
    private let events: any AsyncSequence<SearchEvent, Never> & Sendable

    package init(_ events: some AsyncSequence<SearchEvent, Never> & Sendable) { self.events = events }

    /// Creates an iterator over the events.
    public func makeAsyncIterator() -> Iterator { Iterator(events) }

    /// An iterator that waits for the next event of a search.
    public struct Iterator: AsyncIteratorProtocol {
        private var iterator: any AsyncIteratorProtocol<SearchEvent, Never>

        fileprivate init(_ events: some AsyncSequence<SearchEvent, Never>) {
            iterator = events.makeAsyncIterator()
        }

        /// Returns the next event as soon as it occurs; nil after the last one.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> SearchEvent? {
            await iterator.next(isolation: actor)
        }
    }

    /// The report at the end of the search, skipping all earlier events; nil if it was already read.
    public var report: Report? {
        get async {
            for await case .finished(let report) in self { return report }
            return nil
        }
    }
}

/// An event of a search. Tables, JSON lines and pages are all produced from this stream.
public enum SearchEvent: Hashable, Sendable {
    /// These providers are searched.
    case began([ProviderID])
    /// A provider returned these items, in its own order.
    case items(ProviderID, [Item])
    /// The list that a report would now contain, updated; only if the query requests it (``Query/publishesList``).
    case list([Item])
    /// A provider finished.
    case ended(Outcome)
    /// The size of an item's picture was read from the file at this address.
    case measured(ItemID, PixelSize, at: WebURL)
    /// The search finished; the report contains all results.
    case finished(Report)
}

/// The result of a search: the items shown and the outcome of each provider.
public struct Report: Hashable, Sendable {
    /// The query.
    public var query: Query
    /// The items shown, best first.
    public var items: [Item]
    /// The outcome of each provider, in the order of the requests.
    public var outcomes: [Outcome]
    /// The cursor of the next page; nil at the end.
    public var next: String?
    /// The duration of the whole search.
    public var duration: Duration
    /// An explanation of each item's rank, if the query requests it.
    public var explanations: [ItemID: Explanation] = [:]
    /// Related queries that services suggest, in typed form, in an order that does not depend on the time of arrival.
    public var seeAlso: [String] = []
    /// Possible corrections of a query without results, in typed form, the most likely first.
    public var suggestions: [String] = []

    /// The number of results in the list, or in the part that was followed, if the requested page is beyond it.
    public var precedingCount: Int?

    /// Creates a report.
    public init(query: Query, items: [Item], outcomes: [Outcome], next: String?, duration: Duration) {
        self.query = query
        self.items = items
        self.outcomes = outcomes
        self.next = next
        self.duration = duration
    }
}
