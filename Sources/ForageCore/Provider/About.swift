/// What a provider says of itself.
public struct About: Sendable {
    /// Its short name.
    public var id: ProviderID
    /// Its name for people.
    public var name: String
    /// What it offers, in one line.
    public var summary: String
    /// Its page for people.
    public var site: WebURL
    /// What kinds of items it brings.
    public var kinds: Set<Kind>
    /// Every origin it asks. Requests and keys go nowhere else.
    public var origins: [Origin]
    /// Which requests it answers and which filters it honours itself.
    public var capabilities: Capabilities
    /// What the service asks of those who use it.
    public var terms: Terms
    /// The keys it can use.
    public var keys: [KeySpec]
    /// The token that two of the keys are given for; nil where keys are sent as they are.
    public var token: TokenSpec?
    /// What does not work at present, for those who turn it on.
    public var caution: String?

    /// Describes a provider.
    ///
    /// - Parameters:
    ///   - id: Its short name.
    ///   - name: Its name for people.
    ///   - summary: What it offers, in one line.
    ///   - site: Its page for people.
    ///   - kinds: What kinds of items it brings.
    ///   - origins: An address at each origin that it asks.
    ///   - capabilities: Which requests it answers and which filters it honours itself.
    ///   - terms: What the service asks of those who use it.
    ///   - keys: The keys it can use.
    public init(
        id: ProviderID, name: String, summary: String, site: WebURL, kinds: Set<Kind>, origins: [WebURL],
        capabilities: Capabilities, terms: Terms = Terms(), keys: [KeySpec] = []
    ) {
        self.id = id
        self.name = name
        self.summary = summary
        self.site = site
        self.kinds = kinds
        self.origins = origins.map(\.origin)
        self.capabilities = capabilities
        self.terms = terms
        self.keys = keys
    }

    /// What is said of it when it is waited for no longer.
    package var lateness: String { "\(name) had not answered in time" }
}
