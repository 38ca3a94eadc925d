public import Platform

/// A provider's data on one item; the core creates the ``Item`` from it.
public struct Draft: Hashable, Sendable {
    /// The provider's own name for it; the same each time the item is found.
    public var localID: String
    /// The kind of the item.
    public var kind: Kind
    /// Its title in the source.
    public var title: String
    /// Its web page.
    public var page: WebURL
    /// A few sentences about it, without markup.
    public var summary: String?
    /// Its files.
    public var renditions: [Rendition] = []
    /// Its creator.
    public var creator: Creator?
    /// The licence of the item.
    public var licence: Licence?
    /// The provider's own source for it, with its name and page.
    public var via: NamedLink?
    /// The catalogue that it belongs to, if the provider includes the catalogue of another service, such as Flickr's.
    /// If both return an item, it counts once in the ranking.
    public var catalogue: ProviderID?
    /// The time of publication.
    public var publishedAt: Date?
    /// Words that describe it.
    public var tags: [String] = []
    /// The series or album that it belongs to.
    public var collection: String?
    /// Its playing time.
    public var duration: Duration?
    /// The place where it was taken.
    public var place: Place?
    /// The camera that it was taken with.
    public var camera: Camera?
    /// The address of its chapters, a JSON file as Podcasting 2.0 describes it.
    public var chapters: WebURL?
    /// The address of its transcript or subtitles.
    public var transcript: WebURL?
    /// A blurred preview of its picture, if the service provides one.
    public var blurHash: BlurHash?
    /// A description of its picture for people who cannot see it.
    public var altText: String?
    /// Indicates whether the service marks it as for adults only; nil if the service does not state it.
    public var isMature: Bool?
    /// The address to notify before the file is downloaded, if the service requires it.
    public var downloadNotice: WebURL?

    /// Creates a draft with the data that every item has.
    public init(localID: String, kind: Kind, title: String, page: WebURL) {
        self.localID = localID
        self.kind = kind
        self.title = title
        self.page = page
    }
}
