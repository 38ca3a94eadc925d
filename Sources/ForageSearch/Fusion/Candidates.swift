package import ForageCore

/// The photos that are worth looking at, because their makers have others of that shape at other services, and a service
/// does not say how one of the two looks.
///
/// What two services are compared for hangs on what these two bring alone, and so does how much of it there may be: whatever
/// a third brings, it takes nothing away. Of a maker everything is looked at that two services have in common shapes, or
/// nothing, since what is left out might be the nearest; so nothing is compared either where one could not be seen.
package struct Candidates {
    /// The files to look at, each once.
    package private(set) var urls: [WebURL] = []
    private var comparisons: Set<Comparison> = []

    /// The most files that are looked at to compare two services.
    package static let greatestCount = 24
    /// Of whom a service has more than this here, one is not told from the other.
    private static let greatestCountOfOneMaker = 24

    package init(in lists: [RankedList]) {
        let photos = lists.map(Self.photosByMaker)
        var met: Set<WebURL> = []
        for one in lists.indices {
            for other in lists.indices.dropFirst(one + 1) {
                for encounter in Self.encounters(photos[one], photos[other]) {
                    if encounter.isSeen {
                        comparisons.insert(Comparison(maker: encounter.maker, one: one, other: other))
                    }
                    urls += encounter.urls.filter { met.insert($0).inserted }
                }
            }
        }
    }

    /// Whether a maker's photos in two lists can be compared by what was seen, by the numbers of the lists.
    func include(_ maker: String, _ one: Int, _ other: Int) -> Bool {
        comparisons.contains(Comparison(maker: maker, one: min(one, other), other: max(one, other)))
    }

    private struct Comparison: Hashable {
        let maker: String
        let one: Int
        let other: Int
    }

    private struct Photo {
        let place: Int
        let catalogue: ProviderID
        let size: PixelSize
        /// Nil where its service says how it looks.
        let url: WebURL?
        let isSeen: Bool

        /// Whether both may be the same picture, and nobody can tell without looking.
        func mayBe(_ other: Photo) -> Bool {
            (url != nil || other.url != nil) && catalogue != other.catalogue && size.hasShape(of: other.size)
        }
    }

    /// What two services have of one maker.
    private struct Encounter {
        let maker: String
        /// Where it is met in both lists together.
        let place: Int
        let urls: [WebURL]
        /// Whether all was looked at that has to be.
        let isSeen: Bool

        init?(of maker: String, _ photos: [Photo], _ others: [Photo]) {
            guard max(photos.count, others.count) <= greatestCountOfOneMaker else { return nil }
            let pairs = photos.flatMap { one in
                others.compactMap { one.mayBe($0) ? (one, $0) : nil }
            }
            guard let place = pairs.map({ $0.place + $1.place }).min() else { return nil }
            var met: Set<WebURL> = []
            urls = pairs.flatMap { [$0.url, $1.url] }.compactMap(\.self).filter { met.insert($0).inserted }
            isSeen = pairs.allSatisfy { ($0.url == nil || $0.isSeen) && ($1.url == nil || $1.isSeen) }
            self.maker = maker
            self.place = place
        }
    }

    private static func photosByMaker(_ list: RankedList) -> [String: [Photo]] {
        var photos: [String: [Photo]] = [:]
        var met: Set<String> = []
        for (place, item) in list.items.enumerated() {
            let url = item.urlToLookAt
            guard item.blurHash != nil || url != nil, let size = item.size, let maker = item.photographer,
                met.insertAll(item.duplicateKeys)
            else { continue }
            photos[maker, default: []].append(
                Photo(
                    place: place, catalogue: item.sources[0].catalogue, size: size, url: url,
                    isSeen: list.looks[item.id] != nil))
        }
        return photos
    }

    /// Whose photos are compared, the best-ranked first, as far as there is room.
    private static func encounters(
        _ photos: [String: [Photo]], _ others: [String: [Photo]]
    ) -> [Encounter] {
        let all = photos.compactMap { maker, photos in
            others[maker].flatMap { Encounter(of: maker, photos, $0) }
        }
        var room = greatestCount
        return all.sorted { ($0.place, $0.maker) < ($1.place, $1.maker) }.filter { encounter in
            guard encounter.urls.count <= room else { return false }
            room -= encounter.urls.count
            return true
        }
    }
}
