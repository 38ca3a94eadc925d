public import Essentials

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
    public package(set) var creator: Stated<Creator>
    /// What may be done with it.
    public package(set) var licence: Stated<Licence>
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
