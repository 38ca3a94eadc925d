import ForageCore
import Platform

extension ProviderInfo {
    static func sample(
        _ id: ProviderID, kinds: Set<Kind> = [.photo], capabilities: Capabilities = Capabilities(pages: true),
        terms: Terms = Terms(), keys: [KeySpec] = []
    ) -> ProviderInfo {
        ProviderInfo(
            id: id, name: id.name, summary: "A sample", site: "https://sample.example/", kinds: kinds,
            origins: ["https://api.sample.example/"], capabilities: capabilities, terms: terms, keys: keys)
    }
}

extension Draft {
    static func sample(
        _ localID: String, title: String? = nil, kind: Kind = .photo, page: WebURL? = nil
    ) -> Draft {
        let page = page ?? WebURL("https://sample.example/\(localID)") ?? "https://sample.example/"
        return Draft(localID: localID, kind: kind, title: title ?? "Item \(localID)", page: page)
    }
}

extension Item {
    /// An item with a page of its own unless one is given.
    static func sample(
        _ provider: ProviderID, _ localID: String, page: WebURL? = nil, kind: Kind = .photo,
        change: (inout Draft) -> Void = { _ in }
    ) throws -> Item {
        let ownPage = WebURL("https://\(provider).example/\(localID)")
        var draft = Draft.sample(localID, kind: kind, page: page ?? ownPage)
        change(&draft)
        let credit = Attribution(
            title: draft.title, page: draft.page, source: NamedLink(provider.name, "https://sample.example/"),
            creator: Known(draft.creator), licence: Known(draft.licence))
        return try Item(draft, credit: credit, from: provider).orThrow()
    }

    static func samples(_ provider: ProviderID, _ localIDs: some Sequence<Int>) throws -> [Item] {
        try localIDs.map { try sample(provider, "\($0)") }
    }
}

extension Optional {
    struct Missing: Error {}

    /// The value; the test fails without one.
    func orThrow() throws -> Wrapped {
        guard let self else { throw Missing() }
        return self
    }
}

extension ProviderID {
    /// The providers of generated cases, in order.
    static let letters: [ProviderID] = ["a", "b", "c", "d", "e"]
}
