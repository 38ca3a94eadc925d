/// What the engine asks: a provider with the means to carry out its requests.
///
/// ``Provider`` stays pure; `PureSource` runs its hooks. A provider that is a program of its own is
/// another source.
public protocol Source: Sendable {
    /// What it is.
    var info: ProviderInfo { get }

    /// Asks for something. A failure is a value, never the end of a search.
    ///
    /// - Parameters:
    ///   - request: What is wanted.
    ///   - deadline: When the answer is of no more use.
    /// - Returns: The items and how it ended.
    func answer(_ request: ProviderRequest, by deadline: ContinuousClock.Instant) async -> SourceAnswer
}

/// What a source brought, and how it ended.
public struct SourceAnswer: Hashable, Sendable {
    /// The items, best first.
    public var items: [Item]
    /// The provider's own word for the page after this one.
    public var next: String?
    /// How many there are in all, where the service says so.
    public var total: Int?
    /// How it ended.
    public var outcome: Outcome
    /// The filters that were applied where the items come from; nil for those that the service says it applies.
    public var honoured: Set<Filter.Name>?
    /// Whether the items may be kept for later searches; a service may forbid it.
    public var mayBeKept: Bool
    /// Whether the connection or the body ended before the answer did, so that the same page may have more.
    public var isCutOff = false
    /// Whether there is nothing to be had by asking for the same page again.
    package var isWhole: Bool { outcome.isAnswer && !isCutOff }
    /// What else the service says may be asked.
    public var related: RelatedQueries = []

    /// Describes an answer.
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

/// Says what somebody may have meant whose words found nothing.
public protocol Suggester: Sendable {
    /// The same question with words put right that were misspelt, the likeliest first.
    ///
    /// - Parameters:
    ///   - query: What found nothing; not a listing.
    ///   - providers: Whom it was asked of.
    ///   - deadline: When to give up.
    /// - Returns: A few queries as they are typed, each of which finds something; none where nothing is misspelt.
    func suggestions(
        for query: Query, of providers: [ProviderID], by deadline: ContinuousClock.Instant
    ) async -> [String]
}
