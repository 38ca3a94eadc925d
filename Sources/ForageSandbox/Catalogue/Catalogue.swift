/// Everything the played services know, and which of it answers a query how well.
struct Catalogue: Sendable {
    static let defaultSeed: UInt64 = 20_26

    let items: [CatalogueItem]

    init(seed: UInt64 = Catalogue.defaultSeed) {
        var generator = CatalogueGenerator(seed: seed)
        items = generator.items()
    }

    struct Match: Sendable {
        let item: CatalogueItem
        let relevance: Relevance
    }

    /// The items that answer the query, the best first, equals in the order of the catalogue.
    func matches(for query: String) -> [Match] {
        let stems = Words.stems(in: query)
        let found = items.compactMap { item in
            item.grade(for: stems).map { Match(item: item, relevance: $0) }
        }
        return [Relevance.exact, .titled, .tagged, .mentioned].flatMap { relevance in
            found.filter { $0.relevance == relevance }
        }
    }

    func item(id: String) -> CatalogueItem? {
        items.first { $0.id == id }
    }

    /// The category that the query names, in the singular or the plural.
    func category(named query: String) -> Category? {
        let stems = Words.stems(in: query)
        return Category.all.first { Words.stems(in: $0.singular) == stems }
    }

    /// Queries worth trying: every head, the words that several kinds of things share, every category.
    var goodQueries: [String] {
        let heads = Category.all.flatMap(\.heads)
        let shared = [
            "silver", "island", "harbour", "mountain", "winter", "paper", "travelling", "silver owl",
        ]
        return heads + shared + Category.all.map(\.plural)
    }
}
