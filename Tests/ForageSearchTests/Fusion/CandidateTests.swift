import ForageCore
import ForageSearch
import Testing

@Suite("Photos that are looked at")
struct CandidateTests {
    private static let size = PixelSize(width: 600, height: 400)

    private func photo(
        _ provider: ProviderID, _ number: Int = 1, maker: String? = "Ann Lee", size: PixelSize? = size,
        hash: String? = nil, catalogue: ProviderID? = nil, kind: Kind = .photo,
        thumbnail: Rendition.Role = .thumbnail
    ) throws -> Item {
        try Item.sample(provider, "\(number)", kind: kind) { draft in
            draft.creator = maker.flatMap { Creator(name: $0) }
            draft.blurHash = hash.flatMap { BlurHash($0) }
            draft.catalogue = catalogue
            let host = "https://\(provider).example/\(number)"
            draft.renditions = [
                WebURL(host + "-small.jpg").map { Rendition(thumbnail, at: $0) },
                WebURL(host + ".jpg").map { Rendition(.original, at: $0, size: size) },
            ].compactMap(\.self)
        }
    }

    private func urls(_ lists: [Item]...) -> [String] {
        Candidates(in: lists.map { RankedList($0) }).urls.map(\.text)
    }

    private static let told = "LHF5?xYk^6#M@-5c,1J5@[or[Q6."

    @Test("are those of one maker in one shape at two services, by their small copies")
    func same() throws {
        let both = ["https://a.example/1-small.jpg", "https://b.example/1-small.jpg"]
        #expect(try urls([photo("a")], [photo("b")]) == both)
        #expect(try urls([photo("a")], [photo("b", maker: "ANN  LÉE")]) == both)
        let small = PixelSize(width: 300, height: 200)
        #expect(try urls([photo("a")], [photo("b", size: small)]) == both)
        #expect(try urls([photo("a", hash: Self.told)], [photo("b")]) == [both[1]])
    }

    @Test("are none where nobody asks for it: no maker, another shape, one catalogue, both told, no photos")
    func none() throws {
        let square = PixelSize(width: 400, height: 400)
        #expect(try urls([photo("a")]).isEmpty)
        #expect(try urls([photo("a"), photo("a", 2)]).isEmpty)
        #expect(try urls([photo("a")], [photo("b", maker: "Ben Lee")]).isEmpty)
        #expect(try urls([photo("a", maker: nil)], [photo("b", maker: nil)]).isEmpty)
        #expect(try urls([photo("a")], [photo("b", size: square)]).isEmpty)
        #expect(try urls([photo("a")], [photo("b", size: nil)]).isEmpty)
        #expect(try urls([photo("a")], [photo("b", catalogue: "a")]).isEmpty)
        #expect(try urls([photo("a", hash: Self.told)], [photo("b", hash: Self.told)]).isEmpty)
        #expect(try urls([photo("a", kind: .topic)], [photo("b", kind: .topic)]).isEmpty)
    }

    @Test("are never originals, nor the marks beside a text, nor files that say they show a part")
    func small() throws {
        #expect(try urls([photo("a")], [photo("b", thumbnail: .original)]).isEmpty)
        #expect(try urls([photo("a")], [photo("b", thumbnail: .icon)]).isEmpty)
        let cut = try Item.sample("b", "1") { draft in
            draft.creator = Creator(name: "Ann Lee")
            draft.renditions = [
                Rendition(
                    .thumbnail, at: "https://b.example/cut.jpg", size: PixelSize(width: 75, height: 75)),
                Rendition(.small, at: "https://b.example/small.jpg", size: PixelSize(width: 60, height: 40)),
                Rendition(.regular, at: "https://b.example/regular.jpg", size: Self.size),
            ]
        }
        #expect(try urls([photo("a")], [cut]).last == "https://b.example/small.jpg")
    }

    @Test(
        "are all that two services have of a maker or none, the best-ranked makers first, 24 for two services"
    )
    func limited() throws {
        func photos(_ provider: ProviderID, _ counts: [(String, Int)]) throws -> [Item] {
            var number = 0
            return try counts.flatMap { maker, count in
                try (0..<count).map { _ in
                    number += 1
                    return try photo(provider, number, maker: maker)
                }
            }
        }
        let a = try photos("a", [("Ann", 10), ("Ben", 10), ("Cho", 2)])
        let b = try photos("b", [("Ann", 10), ("Ben", 10), ("Cho", 2)])
        let files = urls(a, b)
        #expect(files.count == Candidates.greatestCount)
        #expect(files.contains("https://a.example/22-small.jpg"))
        #expect(!files.contains("https://a.example/11-small.jpg"))
        #expect(try urls(photos("a", [("Ann", 25)]), photos("b", [("Ann", 1)])).isEmpty)
        let three = try urls(a, b, photos("c", [("Ann", 4)]))
        #expect(Set(three).isSuperset(of: files))
    }
}
