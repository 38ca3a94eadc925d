import ForageCore
import ForageSearch
import TestPlaces
import Testing

@Suite("Photos that were looked at")
struct LookTests {
    private static let owl = "LHF5?xYk^6#M@-5c,1J5@[or[Q6."
    private static let size = PixelSize(width: 600, height: 400)

    private func photo(_ provider: ProviderID, hash: String? = nil) throws -> Item {
        try Item.sample(provider, "1") { draft in
            draft.creator = Creator(name: "Ann Lee")
            draft.blurHash = hash.flatMap { BlurHash($0) }
            guard let url = WebURL("https://\(provider).example/1.jpg") else { return }
            draft.renditions = [Rendition(.regular, at: url, size: Self.size)]
        }
    }

    private func look(_ width: Int = 60, _ height: Int = 40) throws -> PictureLook {
        PictureLook(
            try BlurHash(Self.owl).orThrow(), size: try PixelSize(width: width, height: height).orThrow())
    }

    private func fused(_ items: [Item], _ looks: [WebURL: PictureLook]) -> [Cluster] {
        items.map { RankedList([$0]).seen(looks) }.fused()
    }

    @Test("are one where they look the same, be it said or seen, and the reason is named")
    func same() throws {
        let seen = try ["https://a.example/1.jpg", "https://b.example/1.jpg"].reduce(
            into: [WebURL: PictureLook]()
        ) { $0[try WebURL($1).orThrow()] = try look() }
        for told in [nil, Self.owl] {
            let items = try [photo("a"), photo("b", hash: told)]
            let clusters = fused(items, seen)
            #expect(clusters.map(\.members.count) == [2])
            let merges = try clusters.first.orThrow().merges
            #expect(merges.map(\.reason) == [.thumbnail] && merges.map(\.key) == [Self.owl])
            // What was seen is nobody's word.
            #expect(clusters.first?.item.blurHash?.description == told)
            #expect(clusters.first?.item.sources.map(\.provider) == ["a", "b"])
            #expect(fused(items, [:]).count == 2)
        }
    }

    @Test("stay apart where a small copy is missing, or shows another part than the photo")
    func apart() throws {
        let items = try [photo("a"), photo("b")]
        #expect(try fused(items, ["https://a.example/1.jpg": look()]).count == 2)
        #expect(
            try fused(
                items, ["https://a.example/1.jpg": look(), "https://b.example/1.jpg": look(40, 40)]
            ).count == 2)
    }

    @Test("hang together whatever further services bring, and in any order of them", arguments: 0..<200)
    func further(_ seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let lists = try SeenLists(seed: seed).lists
        func together(_ lists: [RankedList]) -> Set<Set<ItemID>> {
            Set(
                lists.fused().flatMap { cluster in
                    let ids = cluster.members.map(\.item.id)
                    return ids.flatMap { one in ids.map { Set([one, $0]) } }
                })
        }
        let all = together(lists)
        #expect(together(lists.shuffled(using: &random)) == all)
        for count in 2..<lists.count {
            #expect(together(Array(lists.shuffled(using: &random).prefix(count))).isSubset(of: all))
        }
    }
}

/// Photos of few makers in few shapes, some of which look alike, at services of which few say how they look.
private struct SeenLists {
    let lists: [RankedList]

    init(seed: Int) throws {
        var random = SeededNumbers(seed: seed)
        let hashes = JudgedLooks.all
        var looks: [WebURL: PictureLook] = [:]
        let items = try ProviderID.letters.map { provider in
            try (0..<Int.random(in: 0...9, using: &random)).map { number in
                let item = try Self.photo(of: provider, number, hashes, using: &random)
                if let url = item.urlToLookAt, let size = item.size,
                    let hash = hashes.randomElement(using: &random), !random.chance(8)
                {
                    looks[url] = PictureLook(hash, size: size)
                }
                return item
            }
        }
        let urls = Candidates(in: items.map { RankedList($0) }).urls
        looks = looks.filter { urls.contains($0.key) }
        lists = items.map { RankedList($0).seen(looks) }
    }

    private static func photo(
        of provider: ProviderID, _ number: Int, _ hashes: [BlurHash], using random: inout SeededNumbers
    ) throws -> Item {
        let (maker, isTold) = (random.chance(4) ? "Ben Birch" : "Ann Lee", random.chance(3))
        let hash = hashes.randomElement(using: &random)
        let isHigh = random.chance(6)
        return try Item.sample(provider, "\(number)") { draft in
            draft.creator = Creator(name: maker)
            draft.blurHash = isTold ? hash : nil
            guard let url = WebURL("https://\(provider).example/\(number).jpg") else { return }
            let size = isHigh ? PixelSize(width: 400, height: 600) : PixelSize(width: 600, height: 400)
            draft.renditions = [Rendition(.regular, at: url, size: size)]
        }
    }
}

/// Looks that are as near to one another as copies are, as series are, and as strangers are.
private enum JudgedLooks {
    static let all: [BlurHash] = (0..<9).compactMap { number in
        let light = (0..<24 * 16).map { place in
            let (x, y) = (Double(place % 24) / 24, Double(place / 24) / 16)
            let shift = Double(number % 3) * 0.02 + Double(number / 3) * 0.5
            let wave = 0.5 + 0.3 * (x + shift) * (1 - y) - 0.2 * x * (y - shift)
            return SIMD3(wave, wave * 0.8, 1 - wave)
        }
        return BlurHash(light: light, width: 24)
    }
}
