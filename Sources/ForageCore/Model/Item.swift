public import Platform

/// One result, the same whatever provider it comes from.
///
/// Only the core makes items, from a draft and its attribution, so that none is without credit.
public struct Item: Hashable, Sendable, Identifiable {
    /// The id at the provider that ranked it best.
    public package(set) var id: ItemID
    /// What it is.
    public package(set) var kind: Kind
    /// Its title, as the source has it.
    public package(set) var title: String
    /// A few sentences about it.
    public package(set) var summary: String?
    /// Its page for people.
    public package(set) var pageURL: WebURL
    /// Who made it.
    public package(set) var creator: Known<Creator>
    /// What may be done with it.
    public package(set) var licence: Known<Licence>
    /// The credit to show beside it.
    public package(set) var attribution: Attribution
    /// Every provider that brought it, each with its own credit; never empty.
    public package(set) var sources: [ItemSource]
    /// Its files.
    public package(set) var renditions: [Rendition]
    /// When it was published.
    public package(set) var publishedAt: Date?
    /// Words that describe it.
    public package(set) var tags: [String]
    /// The series or album that it belongs to.
    public package(set) var collection: String?
    /// How long it plays.
    public package(set) var duration: Duration?
    /// Where it was taken.
    public package(set) var place: Place?
    /// What it was taken with.
    public package(set) var camera: Camera?
    /// How its picture looks, as the service says.
    public package(set) var blurHash: BlurHash?
    /// What its picture shows, in the source's own words for those who do not see it.
    public package(set) var altText: String?
    /// Whether the source marks it as for adults only; nil where it does not say.
    public package(set) var isMature: Bool?
    /// Where the service wants to be told, before the file is taken.
    public package(set) var downloadNotice: WebURL?

    /// Builds an item of a draft and its credit; nil when the draft has no id or no title.
    package init?(_ draft: Draft, credit: Attribution, from provider: ProviderID) {
        let title = String(draft.title.trimmingWhitespace())
        guard !draft.localID.isEmpty, !title.isEmpty else { return nil }
        id = ItemID(provider: provider, local: draft.localID)
        kind = draft.kind
        self.title = title
        summary = draft.summary
        pageURL = draft.page
        creator = credit.creator
        licence = credit.licence
        attribution = credit
        sources = [
            ItemSource(id: id, pageURL: draft.page, attribution: credit, catalogue: draft.catalogue)
        ]
        renditions = draft.renditions.sorted { $0.role < $1.role }
        publishedAt = draft.publishedAt
        tags = draft.tags
        collection = draft.collection
        duration = draft.duration
        place = draft.place
        camera = draft.camera
        blurHash = draft.blurHash
        isMature = draft.isMature
        altText = draft.altText.map { String($0.trimmingWhitespace()) }.flatMap { $0.isEmpty ? nil : $0 }
        downloadNotice = draft.downloadNotice
    }

    /// The catalogue that its provider said it is from; nil where that is the provider's own.
    package var declaredCatalogue: ProviderID? {
        sources.first.flatMap { $0.catalogue == $0.provider ? nil : $0.catalogue }
    }

    /// The largest size among its files, which tells its shape.
    public var size: PixelSize? {
        var largest: PixelSize?
        // By their places: files are large, and copying them takes longer than looking at them.
        for place in renditions.indices where renditions[place].role != .icon {
            guard let size = renditions[place].size else { continue }
            if let largest, largest.width * largest.height >= size.width * size.height { continue }
            largest = size
        }
        return largest
    }

    /// The words for those who do not see its picture: the source's own, else its title.
    package var pictureWords: String { altText ?? title }

    /// Whether there is a picture of it, be it a small one; a mark beside a text is none.
    public var hasPicture: Bool {
        renditions.contains(where: \.isPicture)
    }
}

/// What names an item everywhere: `provider:local-id`, the local part percent-encoded.
public struct ItemID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The provider that brought the item.
    public let provider: ProviderID
    /// The provider's own name for it, as it is, not encoded.
    public let local: String

    /// Names an item of a provider.
    public init(provider: ProviderID, local: String) {
        self.provider = provider
        self.local = local
    }

    /// Reads an id as it is printed: `duckduckgo:owl%20bird`.
    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let provider = ProviderID(String(text[..<colon])),
            let local = PercentEncoding.decode(text[text.index(after: colon)...]), !local.isEmpty
        else { return nil }
        self.init(provider: provider, local: local)
    }

    /// Reads an id as a person types it, with the provider's name in whatever case.
    package init?(typed text: String) {
        let name = text.prefix { $0 != ":" }
        self.init(name.lowercased() + text[name.endIndex...])
    }

    /// The text as it is printed.
    public var description: String { "\(provider):\(PercentEncoding.encode(local))" }

    /// What is said where its provider has it no more.
    package var absence: String { "There is no result \(self), or none any more: search again for its ID." }

    /// A stable order, for output that is the same each time.
    public static func < (one: ItemID, other: ItemID) -> Bool {
        (one.provider, one.local) < (other.provider, other.local)
    }
}

/// What an item is.
public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable, CustomStringConvertible {
    /// A picture that somebody took or drew.
    case photo
    /// A direct answer to the query: an article's abstract, a definition, a computed value.
    case answer
    /// Something related that leads on to a page of its own.
    case topic
    /// One part of a series: a lesson, a podcast, a programme.
    case episode

    /// The text as it is printed.
    public var description: String { rawValue }

    /// A stable order, for output that is the same each time.
    public static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
}

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

/// What a picture was taken with, in the source's own words.
public struct Camera: Hashable, Sendable {
    /// Maker and model.
    public var name: String?
    /// The exposure time, such as `1/125`.
    public var exposure: String?
    /// The aperture, such as `4.0`.
    public var aperture: String?
    /// The focal length, such as `37.0`.
    public var focalLength: String?
    /// The sensitivity.
    public var iso: Int?

    /// Describes a camera; nil when nothing is known of it.
    public init?(
        name: String?, exposure: String? = nil, aperture: String? = nil, focalLength: String? = nil,
        iso: Int? = nil
    ) {
        guard name != nil || exposure != nil || aperture != nil || focalLength != nil || iso != nil else {
            return nil
        }
        self.name = name
        self.exposure = exposure
        self.aperture = aperture
        self.focalLength = focalLength
        self.iso = iso
    }
}

/// Where a picture was taken.
public struct Place: Hashable, Sendable {
    /// The name for people.
    public var name: String?
    /// Degrees north.
    public var latitude: Double?
    /// Degrees east.
    public var longitude: Double?

    /// Describes a place; nil when nothing is known of it or its position is not on this planet.
    public init?(name: String?, latitude: Double? = nil, longitude: Double? = nil) {
        let isOnEarth = (latitude.map { abs($0) <= 90 } ?? true) && (longitude.map { abs($0) <= 180 } ?? true)
        guard isOnEarth, name != nil || latitude != nil && longitude != nil else { return nil }
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An item as it was when it was last met.
package struct StoredItem: Hashable, Sendable {
    /// The item.
    package let item: Item
    /// When it was met.
    package let metAt: Date

    /// Says when an item was met.
    package init(_ item: Item, metAt: Date) {
        self.item = item
        self.metAt = metAt
    }
}
