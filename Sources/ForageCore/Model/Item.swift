public import Platform

/// One result, in the same form for every provider.
///
/// Only the core creates items, from a draft and its credit, so that no item is without one.
public struct Item: Hashable, Sendable, Identifiable {
    /// The ID at the provider that ranked it best.
    public package(set) var id: ItemID
    /// The kind of the item.
    public package(set) var kind: Kind
    /// Its title in the source.
    public package(set) var title: String
    /// A few sentences about it.
    public package(set) var summary: String?
    /// Its web page.
    public package(set) var pageURL: WebURL
    /// Its creator.
    public package(set) var creator: Known<Creator>
    /// The licence of the item.
    public package(set) var licence: Known<Licence>
    /// The credit to show with it.
    public package(set) var attribution: Attribution
    /// Every provider that returned it, each with its own credit; never empty.
    public package(set) var sources: [ItemSource]
    /// Its files.
    public package(set) var renditions: [Rendition]
    /// The time of publication.
    public package(set) var publishedAt: Date?
    /// Words that describe it.
    public package(set) var tags: [String]
    /// The series or album that it belongs to.
    public package(set) var collection: String?
    /// Its playing time.
    public package(set) var duration: Duration?
    /// The place where it was taken.
    public package(set) var place: Place?
    /// The camera that it was taken with.
    public package(set) var camera: Camera?
    /// The address of its chapters, a JSON file as Podcasting 2.0 describes it.
    public package(set) var chapters: WebURL?
    /// The address of its transcript or subtitles.
    public package(set) var transcript: WebURL?
    /// A blurred preview of its picture, if the service provides one.
    public package(set) var blurHash: BlurHash?
    /// The source's description of its picture for people who cannot see it.
    public package(set) var altText: String?
    /// Indicates whether the source marks it as for adults only; nil if the source does not state it.
    public package(set) var isMature: Bool?
    /// The address to notify before the file is downloaded, if the service requires it.
    public package(set) var downloadNotice: WebURL?

    /// Creates an item from a draft and its credit; nil if the draft has no ID or no title.
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
        chapters = draft.chapters
        transcript = draft.transcript
        blurHash = draft.blurHash
        isMature = draft.isMature
        altText = draft.altText.map { String($0.trimmingWhitespace()) }.flatMap { $0.isEmpty ? nil : $0 }
        downloadNotice = draft.downloadNotice
    }

    /// The catalogue that its provider stated; nil if it is the provider's own.
    package var declaredCatalogue: ProviderID? {
        sources.first.flatMap { $0.catalogue == $0.provider ? nil : $0.catalogue }
    }

    /// The largest size among its files, which determines its shape.
    public var size: PixelSize? {
        var largest: PixelSize?
        // Uses indices, because copying the large renditions is slower than reading them in place.
        for place in renditions.indices where renditions[place].role != .icon {
            guard let size = renditions[place].size else { continue }
            if let largest, largest.width * largest.height >= size.width * size.height { continue }
            largest = size
        }
        return largest
    }

    /// The description of its picture: the source's own or, if there is none, its title.
    package var pictureWords: String { altText ?? title }

    /// Indicates whether it has a picture of any size; an icon next to text is not a picture.
    public var hasPicture: Bool {
        renditions.contains(where: \.isPicture)
    }
}

/// The unique name of an item: `provider:local-id`, with the local part percent-encoded.
public struct ItemID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The provider that returned the item.
    public let provider: ProviderID
    /// The provider's own name for it, not encoded.
    public let local: String

    /// Creates the ID of a provider's item.
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

    /// Reads an ID as a user types it, ignoring the case of the provider's name.
    package init?(typed text: String) {
        let name = text.prefix { $0 != ":" }
        self.init(name.lowercased() + text[name.endIndex...])
    }

    /// The text as it is printed.
    public var description: String { "\(provider):\(PercentEncoding.encode(local))" }

    /// The message that its provider no longer has it.
    package var absence: String {
        "There is no result \(self), or it is no longer available. Search again to find its current ID."
    }

    /// A stable order, for output that is the same each time.
    public static func < (one: ItemID, other: ItemID) -> Bool {
        (one.provider, one.local) < (other.provider, other.local)
    }
}

/// The kind of an item.
public enum Kind: String, Hashable, Sendable, CaseIterable, Comparable, CustomStringConvertible {
    /// A photograph or drawing.
    case photo
    /// A direct answer to the query: an article's abstract, a definition, a computed value.
    case answer
    /// A related topic with a page of its own.
    case topic
    /// One part of a series: a lesson, a podcast, a programme.
    case episode
    /// A film or another moving picture.
    case video
    /// Music, speech or another recording.
    case audio

    /// The text as it is printed.
    public var description: String { rawValue }

    /// A stable order, for output that is the same each time.
    public static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
}

/// One provider that returned an item, with its own name for it and its own credit.
public struct ItemSource: Hashable, Sendable {
    /// The item's ID at this provider.
    public package(set) var id: ItemID
    /// The item's page at this provider.
    public package(set) var pageURL: WebURL
    /// The credit that this provider requires.
    public package(set) var attribution: Attribution

    /// The catalogue that it is from: the provider's own, unless the provider includes another one.
    public package(set) var catalogue: ProviderID

    /// The provider.
    public var provider: ProviderID { id.provider }

    /// Indicates whether the page is the item's own and not the front page of its source.
    package var hasOwnPage: Bool { pageURL != attribution.source.url || pageURL.pathAndQuery != "/" }

    package init(id: ItemID, pageURL: WebURL, attribution: Attribution, catalogue: ProviderID? = nil) {
        self.id = id
        self.pageURL = pageURL
        self.attribution = attribution
        self.catalogue = catalogue ?? id.provider
    }
}

/// The camera that a picture was taken with, as the source describes it.
public struct Camera: Hashable, Sendable {
    /// The maker and model.
    public var name: String?
    /// The exposure time, such as `1/125`.
    public var exposure: String?
    /// The aperture, such as `4.0`.
    public var aperture: String?
    /// The focal length, such as `37.0`.
    public var focalLength: String?
    /// The sensitivity.
    public var iso: Int?

    /// Creates a camera; nil if nothing is known about it.
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

/// The place where a picture was taken.
public struct Place: Hashable, Sendable {
    /// The name of the place.
    public var name: String?
    /// The latitude in degrees, positive to the north.
    public var latitude: Double?
    /// The longitude in degrees, positive to the east.
    public var longitude: Double?

    /// Creates a place; nil if nothing is known about it or its position is not on Earth.
    public init?(name: String?, latitude: Double? = nil, longitude: Double? = nil) {
        let isOnEarth = (latitude.map { abs($0) <= 90 } ?? true) && (longitude.map { abs($0) <= 180 } ?? true)
        guard isOnEarth, name != nil || latitude != nil && longitude != nil else { return nil }
        self.name = name
        self.latitude = latitude
        self.longitude = longitude
    }
}

/// An item as it was when it was last found.
package struct StoredItem: Hashable, Sendable {
    /// The item.
    package let item: Item
    /// The time when it was found.
    package let metAt: Date

    /// Creates a stored item.
    package init(_ item: Item, metAt: Date) {
        self.item = item
        self.metAt = metAt
    }
}

/// The short name of a provider: lower-case letters, digits and hyphens, starting with a letter.
public struct ProviderID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name as it is typed and printed, such as `duckduckgo`.
    public let name: String

    /// Checks a name from outside.
    public init?(_ name: String) {
        guard (1...32).contains(name.utf8.count), let first = name.utf8.first, first.isLowercaseLetter,
            name.utf8.allSatisfy({ $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") })
        else { return nil }
        self.name = name
    }

    /// Reads a name as a user types it, ignoring case.
    package init?(typed name: String) { self.init(name.lowercased()) }

    /// The text as it is printed.
    public var description: String { name }

    /// A stable order, for output that is the same each time.
    public static func < (one: ProviderID, other: ProviderID) -> Bool { one.name < other.name }
}

extension ProviderID: ExpressibleByStringLiteral {
    /// Creates a provider's name in source code; an invalid name stops the program.
    public init(stringLiteral name: String) {
        guard let id = ProviderID(name) else {
            preconditionFailure(
                "\"\(name)\" is not a provider name: use lower-case letters, digits and hyphens")
        }
        self = id
    }
}
