/// What came of one request to a provider.
public struct Page: Hashable, Sendable {
    /// What could be read.
    public var drafts: [Draft]
    /// The provider's own word for the page after this one; nil at the end.
    public var next: String?
    /// How many there are in all, where the service says so.
    public var total: Int?
    /// What was not as documented.
    public var drift: [Drift]
    /// What is wrong with the body itself and where, in one sentence: it ends early, or a byte is bad.
    public var damage: String?
    /// Whether the body ends before what stands in it does, so that the same request may bring more.
    package var endsEarly = false
    /// What else the service says may be asked.
    public var related: RelatedQueries = []

    /// Describes a page.
    public init(
        drafts: [Draft], next: String? = nil, total: Int? = nil, drift: [Drift] = [], damage: String? = nil
    ) {
        self.drafts = drafts
        self.next = next
        self.total = total
        self.drift = drift
        self.damage = damage
    }
}

/// What decoding leads to.
public enum Step: Hashable, Sendable {
    /// A page of drafts.
    case page(Page)
    /// Further requests are needed first; their answers come back in ``Response/following``.
    case more([Endpoint])
}
