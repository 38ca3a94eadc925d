/// The photographs that the played Flickr has: two of each thing of the catalogue.
struct FlickrLibrary: Sendable {
    let photographs: [FlickrPhotograph]
    private let catalogue: Catalogue
    private let places: [String: Int]

    private static let photographsEach = 2

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        photographs = catalogue.items.flatMap(Self.photographs)
        places = Dictionary(photographs.enumerated().map { ($1.id, $0) }) { first, _ in first }
    }

    private static func photographs(of item: CatalogueItem) -> [FlickrPhotograph] {
        (0..<photographsEach).map { FlickrPhotograph($0, of: item) }
    }

    /// The photos of what answers the words, the best first.
    func matches(for words: String) -> [FlickrPhotograph] {
        catalogue.matches(for: words).flatMap { Self.photographs(of: $0.item) }
    }

    subscript(id: String) -> FlickrPhotograph? { places[id].map { photographs[$0] } }

    /// What was found interesting on a day: as many on each day, others on another.
    func interesting(on day: String) -> [FlickrPhotograph] {
        photographs.map { ("\(day) \($0.id)".stableHash, $0) }.sorted { $0.0 < $1.0 }
            .prefix(Self.interestingCount).map(\.1)
    }

    /// The real service has 500.
    private static let interestingCount = 100
}
