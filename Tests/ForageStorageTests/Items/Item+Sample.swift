import ForageCore
import Platform

extension Item {
    /// An item with only the searchable texts.
    static func sample(
        _ localID: String, _ title: String, summary: String? = nil, tags: [String] = [],
        creator: String? = nil, collection: String? = nil, from provider: ProviderID = "gallery"
    ) -> Item {
        var draft = Draft(
            localID: localID, kind: .photo, title: title, page: "https://gallery.example/page")
        draft.summary = summary
        draft.tags = tags
        draft.collection = collection
        guard let item = Item(draft, credit: .sample(draft, creator: creator), from: provider) else {
            preconditionFailure("a sample has an id and a title")
        }
        return item
    }
}

extension Attribution {
    static func sample(_ draft: Draft, creator: String?) -> Attribution {
        Attribution(
            title: draft.title, page: draft.page, source: NamedLink("Gallery", "https://gallery.example"),
            creator: Known(Creator(name: creator)), licence: .unknown)
    }
}
