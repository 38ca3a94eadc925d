public import Platform

/// What a provider read of one item; the core makes the ``Item`` of it.
public struct Draft: Hashable, Sendable {
    /// The provider's own name for it; the same each time the item is met.
    public var localID: String
    /// What it is.
    public var kind: Kind
    /// Its title, as the source has it.
    public var title: String
    /// Its page for people.
    public var page: WebURL
    /// A few sentences about it, without markup.
    public var summary: String?
    /// Its files.
    public var renditions: [Rendition] = []
    /// Who made it.
    public var creator: Creator?
    /// What may be done with it.
    public var licence: Licence?
    /// Where the provider itself has it from, with that source's name and page.
    public var via: NamedLink?
    /// Whose catalogue it is from, where the provider carries that of another, such as Flickr's. What both bring
    /// counts once.
    public var catalogue: ProviderID?
    /// When it was published.
    public var publishedAt: Date?
    /// Words that describe it.
    public var tags: [String] = []
    /// The series or album that it belongs to.
    public var collection: String?
    /// How long it plays.
    public var duration: Duration?
    /// Where it was taken.
    public var place: Place?
    /// What it was taken with.
    public var camera: Camera?
    /// How its picture looks, where the service says.
    public var blurHash: BlurHash?
    /// What its picture shows, in words for those who do not see it.
    public var altText: String?
    /// Whether the service marks it as for adults only; nil where it does not say.
    public var isMature: Bool?
    /// Where the service wants to be told, before the file is taken.
    public var downloadNotice: WebURL?

    /// Starts a draft with what every item has.
    public init(localID: String, kind: Kind, title: String, page: WebURL) {
        self.localID = localID
        self.kind = kind
        self.title = title
        self.page = page
    }
}
