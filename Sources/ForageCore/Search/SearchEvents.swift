/// What happens in a search, as it happens; the last event is ``SearchEvent/finished(_:)``.
///
/// Each event is read once. The search goes on already, and is cancelled when nobody holds its events any more.
public struct SearchEvents: AsyncSequence, Sendable {
    private let events: any AsyncSequence<SearchEvent, Never> & Sendable

    package init(_ events: some AsyncSequence<SearchEvent, Never> & Sendable) { self.events = events }

    /// Begins to listen.
    public func makeAsyncIterator() -> Iterator { Iterator(events) }

    /// Waits for the next event of a search.
    public struct Iterator: AsyncIteratorProtocol {
        private var iterator: any AsyncIteratorProtocol<SearchEvent, Never>

        fileprivate init(_ events: some AsyncSequence<SearchEvent, Never>) {
            iterator = events.makeAsyncIterator()
        }

        /// The next event, as soon as it happens; nil behind the last one.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async -> SearchEvent? {
            await iterator.next(isolation: actor)
        }
    }

    /// The report at the end of the search, whatever happens before; nil where that was read already.
    public var report: Report? {
        get async {
            for await case .finished(let report) in self { return report }
            return nil
        }
    }
}

/// What happens in a search, as it happens. Tables, JSON lines and pages are readers of this one stream.
public enum SearchEvent: Hashable, Sendable {
    /// These providers are being asked.
    case began([ProviderID])
    /// A provider brought these, in its own order.
    case items(ProviderID, [Item])
    /// The list grew to these: what the report would hold if nothing else came. Only where the query asks for it
    /// (``Query/publishesList``).
    case list([Item])
    /// A provider ended.
    case ended(Outcome)
    /// The size of a picture of an item was read from the picture itself, which is at this address.
    case measured(ItemID, PixelSize, at: WebURL)
    /// The search ended; the report holds everything.
    case finished(Report)
}

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
