/// One provider that brought an item, with its own name for it and its own credit.
public struct ItemSource: Hashable, Sendable {
    /// The item's id at this provider.
    public package(set) var id: ItemID
    /// The item's page at this provider.
    public package(set) var pageURL: WebURL
    /// The credit that this provider asks for.
    public package(set) var attribution: Attribution

    /// Whose catalogue it is from: the provider's own, unless that carries another's too.
    public package(set) var catalogue: ProviderID

    /// Which provider it is.
    public var provider: ProviderID { id.provider }

    /// Whether the page is the item's alone; one without a page leads to the front page of its source.
    package var hasOwnPage: Bool { pageURL != attribution.source.url || pageURL.pathAndQuery != "/" }

    package init(id: ItemID, pageURL: WebURL, attribution: Attribution, catalogue: ProviderID? = nil) {
        self.id = id
        self.pageURL = pageURL
        self.attribution = attribution
        self.catalogue = catalogue ?? id.provider
    }
}
