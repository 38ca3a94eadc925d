/// The credit of an item: what must stand beside it wherever it is shown.
///
/// It cannot be made without a source and a page, and who made the item and under which licence
/// are either stated or said to be unknown.
public struct Attribution: Hashable, Sendable {
    /// What is credited: the item's title.
    public var title: String
    /// The page of the item at its source.
    public var page: WebURL
    /// Where it comes from, with the source's own link: `Wikipedia`, `Unsplash`.
    public var source: NamedLink
    /// Who made it.
    public var creator: Stated<Creator>
    /// What may be done with it.
    public var licence: Stated<Licence>
    /// The line a service asks for wherever its results stand, such as "Results from DuckDuckGo".
    public var serviceLine: NamedLink?

    /// States a credit.
    public init(
        title: String, page: WebURL, source: NamedLink, creator: Stated<Creator>, licence: Stated<Licence>,
        serviceLine: NamedLink? = nil
    ) {
        self.title = title
        self.page = page
        self.source = source
        self.creator = creator
        self.licence = licence
        self.serviceLine = serviceLine
    }
}
