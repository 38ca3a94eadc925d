package import ForageCore
package import ForageSearch
internal import TestPlaces

/// Photos of which it is known which are the same picture: makers who show one at several services, in other sizes, packed
/// anew or cut, beside what they took of the same thing a moment later, and beside other things in the same light.
package struct JudgedPictures: Sendable {
    /// What each service brings.
    package let lists: [RankedList]
    /// The same with small copies looked at, where that is worth it.
    package let seenLists: [RankedList]
    private let pictures: [ItemID: Int]

    private static let makers = [
        "Ada Ashdown", "Ben Birch", "Cho Chestnut", "Dag Dogwood", "Eve Elm", "Fay Fir", "Gus Gorse",
        "Hal Hazel",
    ]
    private static let services: [ProviderID] = ["one", "two", "three", "four"]

    /// - Parameters:
    ///   - seed: Which set.
    ///   - makerCount: How many makers it is of, 8 at most.
    ///   - silent: The services that never say how a photo looks; the others say it of four in five.
    ///   - lost: What share of the small copies is not to be had.
    package init(seed: Int, makerCount: Int = 8, silent: Set<ProviderID> = [], lost: Double = 0) {
        var press = Press(seed, silent, lost)
        for maker in Self.makers.prefix(makerCount) {
            let style = PaintedPicture.Style(using: &press.luck)
            for _ in 0..<6 { press.shoot(by: maker, in: style) }
        }
        pictures = press.pictures
        lists = Self.services.map { service in
            RankedList(press.items.filter { $0.id.provider == service })
        }
        let urls = Candidates(in: lists).urls
        let seen = press.looks.filter { urls.contains($0.key) }
        seenLists = lists.map { $0.seen(seen) }
    }

    /// How many pairs there are that are the same, how many were taken for it, and how many of those are.
    package var tally: (same: Int, merged: Int, right: Int) { tally(of: lists) }

    /// The same where small copies were looked at.
    package var seenTally: (same: Int, merged: Int, right: Int) { tally(of: seenLists) }

    private func tally(of lists: [RankedList]) -> (same: Int, merged: Int, right: Int) {
        let clusters = lists.fused().map { $0.members.compactMap { pictures[$0.item.id] } }
        let merged = clusters.reduce(0) { $0 + Self.pairCount($1.count) }
        let right = clusters.flatMap { Dictionary(grouping: $0, by: \.self).values }
        let same = Dictionary(grouping: pictures.values, by: \.self).values
        return (
            same.reduce(0) { $0 + Self.pairCount($1.count) }, merged,
            right.reduce(0) { $0 + Self.pairCount($1.count) }
        )
    }

    private static func pairCount(_ count: Int) -> Int { count * (count - 1) / 2 }

    /// Makes up the photos.
    private struct Press {
        var luck: SeededNumbers
        private let silent: Set<ProviderID>
        private let lost: Double
        /// Of its own, so that the photos are the same whatever is told of them.
        private var luckOfCopies: SeededNumbers
        private(set) var items: [Item] = []
        private(set) var looks: [WebURL: PictureLook] = [:]
        private(set) var pictures: [ItemID: Int] = [:]
        private var pictureCount = 0

        init(_ seed: Int, _ silent: Set<ProviderID>, _ lost: Double) {
            luck = SeededNumbers(seed: seed)
            luckOfCopies = SeededNumbers(seed: seed + 1_000)
            self.silent = silent
            self.lost = lost
        }

        /// One thing, taken up to four times, each shown at one to four services.
        mutating func shoot(by maker: String, in style: PaintedPicture.Style) {
            let scene = PaintedPicture(in: style, using: &luck)
            let size = Self.sizes.randomElement(using: &luck) ?? (6000, 4000)
            publish(scene, PaintedPicture.View(), by: maker, size)
            for _ in 0..<Int.random(in: 0...3, using: &luck) {
                let view = PaintedPicture.View(x: luck.normal(0.1), y: luck.normal(0.1))
                publish(scene.busier(using: &luck), view, by: maker, size)
            }
        }

        private mutating func publish(
            _ picture: PaintedPicture, _ view: PaintedPicture.View, by maker: String, _ size: (Int, Int)
        ) {
            pictureCount += 1
            let services = JudgedPictures.services.shuffled(using: &luck)
            for service in services.prefix(Int.random(in: 1...4, using: &luck)) {
                var (view, size) = (view, size)
                if luck.happens(0.1) {
                    (view.width, view.height) = (0.85, 0.85)
                } else if luck.happens(0.5) {
                    size = (2048, (2048 * size.1 + size.0 / 2) / size.0)
                }
                let copy = SmallCopy(
                    of: picture, view: view, width: [24, 27, 32].randomElement(using: &luck) ?? 24,
                    noise: 0.01, using: &luck)
                let rows = luck.happens(0.7) ? 3 : 4
                let isSilent = luck.happens(0.2) || silent.contains(service)
                let hash = isSilent ? nil : copy.blurHash(columns: 4, rows: rows)
                guard let url = add(hash, of: service, by: maker, size), isSilent else { continue }
                looks[url] = look(at: picture, view, size)
            }
        }

        /// How it looks by a small copy, packed better or worse; nil for one that is lost.
        private mutating func look(
            at picture: PaintedPicture, _ view: PaintedPicture.View, _ size: (Int, Int)
        ) -> PictureLook? {
            let width = [26, 32, 40].randomElement(using: &luckOfCopies) ?? 32
            let noise = Double.random(in: 0.005...0.03, using: &luckOfCopies)
            let copy = SmallCopy(of: picture, view: view, width: width, noise: noise, using: &luckOfCopies)
            guard !luckOfCopies.happens(lost), let hash = copy.blurHash(columns: 4, rows: 3) else {
                return nil
            }
            let height = (400 * size.1 + size.0 / 2) / size.0
            return PixelSize(width: 400, height: height).map { PictureLook(hash, size: $0) }
        }

        /// Gives where its picture is.
        private mutating func add(
            _ blurHash: BlurHash?, of service: ProviderID, by maker: String, _ size: (Int, Int)
        ) -> WebURL? {
            guard let page = WebURL("https://\(service).example/\(items.count)"),
                let file = WebURL("https://\(service).example/\(items.count).jpg")
            else { return nil }
            var draft = Draft(
                localID: "\(items.count)", kind: .photo, title: "Evening at the lake", page: page)
            draft.renditions = [Rendition(.large, at: file, size: PixelSize(width: size.0, height: size.1))]
            draft.blurHash = blurHash
            let credit = Attribution(
                title: draft.title, page: page, source: NamedLink(service.name, page),
                creator: Stated(Creator(name: maker)), licence: .unknown)
            guard let item = Item(draft, credit: credit, from: service) else { return nil }
            items.append(item)
            pictures[item.id] = pictureCount
            return file
        }

        private static let sizes = [(6000, 4000), (5472, 3648), (4800, 3200), (5433, 3622)]
    }
}
