import ForageCore

extension Item {
    /// An item of a made-up provider.
    static func sample(
        _ local: String = "eOLpJytrbsQ", title: String = "Barn owl at dusk",
        provider: ProviderID = "unsplash",
        creator: String? = "Ada Ashdown", kind: Kind = .photo, renditions: [Rendition] = [],
        notice: WebURL? = nil
    ) throws -> Item {
        var draft = Draft(localID: local, kind: kind, title: title, page: "https://pictures.example/owl")
        draft.creator = Creator(name: creator, url: "https://pictures.example/@ada")
        draft.licence = Licence(id: "cc-by-4.0", name: "CC BY 4.0", url: "https://licences.example/by")
        draft.renditions = renditions
        draft.downloadNotice = notice
        let credit = Attribution(
            title: title, page: draft.page, source: NamedLink("Pictures", "https://pictures.example/"),
            creator: Known(draft.creator), licence: Known(draft.licence))
        guard let item = Item(draft, credit: credit, from: provider) else { throw NoItem() }
        return item
    }

    struct NoItem: Error {}
}
