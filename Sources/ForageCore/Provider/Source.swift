/// The engine's interface to a provider, which can carry out its requests.
///
/// A ``Provider`` has only pure functions; `PureSource` calls them. A provider that is a separate program is another
/// kind of source.
public protocol Source: Sendable {
    /// The description of the provider.
    var info: ProviderInfo { get }

    /// Answers a request. A failure is returned as a value and never ends a search.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - deadline: The time after which the answer is no longer useful.
    /// - Returns: The items and the outcome.
    func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer
}

/// The items from a source, with the outcome.
public struct SourceAnswer: Hashable, Sendable {
    /// The items, best first.
    public var items: [Item]
    /// The provider's cursor for the next page.
    public var next: String?
    /// The total number of items, if the service states it.
    public var total: Int?
    /// The outcome of the request.
    public var outcome: Outcome
    /// The filters that were applied by the source; nil if they are the ones that the service declares.
    public var honoured: Set<Filter.Name>?
    /// Indicates whether the items may be kept for later searches; a service may forbid it.
    public var mayBeKept: Bool
    /// Indicates whether the connection or the body ended early, so that the same page may contain more.
    public var isCutOff = false
    /// Indicates whether requesting the same page again would bring nothing more.
    package var isWhole: Bool { outcome.isAnswer && !isCutOff }
    /// Related queries that the service suggests.
    public var related: RelatedQueries = []

    /// Creates an answer.
    public init(
        items: [Item] = [], next: String? = nil, total: Int? = nil, outcome: Outcome,
        honoured: Set<Filter.Name>? = nil, mayBeKept: Bool = true
    ) {
        self.honoured = honoured
        self.mayBeKept = mayBeKept
        self.items = items
        self.next = next
        self.total = total
        self.outcome = outcome
    }
}

/// Suggests corrections for a query without results.
public protocol Suggester: Sendable {
    /// Returns the same query with misspelt words corrected, the most likely first.
    ///
    /// - Parameters:
    ///   - query: A query without results; not a listing.
    ///   - providers: The providers that were searched.
    ///   - deadline: The time at which to give up.
    /// - Returns: A few queries in typed form, each with results; empty if no word is misspelt.
    func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String]
}
