/// The photos that the played Unsplash has: a few of each thing of the catalogue.
struct PhotoLibrary: Sendable {
    let photos: [LibraryPhoto]
    private let catalogue: Catalogue
    private let places: [String: Int]

    private static let photosEach = 3

    init(catalogue: Catalogue) {
        self.catalogue = catalogue
        photos = catalogue.items.flatMap { item in
            (0..<Self.photosEach).map { LibraryPhoto($0, of: item) }
        }
        let named = photos.enumerated().flatMap { place, photo in [(photo.id, place), (photo.picture, place)]
        }
        places = Dictionary(named) { first, _ in first }
    }

    /// The photos of what answers the words, the best first.
    func matches(for words: String) -> [LibraryPhoto] {
        catalogue.matches(for: words).flatMap { match in
            (0..<Self.photosEach).map { LibraryPhoto($0, of: match.item) }
        }
    }

    /// The photos as they came in, the last first.
    var latest: [LibraryPhoto] { photos.sorted { ($0.day, $0.id) > ($1.day, $1.id) } }

    /// The photo of an id, or of a slug, which ends with it.
    func photo(_ name: String) -> LibraryPhoto? {
        self[name] ?? self[String(name.suffix(11))]
    }

    /// The photo whose file has this name.
    func photo(inFile name: String) -> LibraryPhoto? { self[name] }

    private subscript(name: String) -> LibraryPhoto? { places[name].map { photos[$0] } }
}
