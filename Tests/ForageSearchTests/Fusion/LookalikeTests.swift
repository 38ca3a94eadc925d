import ForageCore
import ForageSearch
import Judging
import TestPlaces
import Testing

@Suite("Pictures that look the same")
struct LookalikeTests {
    private static let owl = "LHF5?xYk^6#M@-5c,1J5@[or[Q6."
    private static let lists = JudgedPictures(seed: 1).lists
    private static let size = PixelSize(width: 6000, height: 4000)

    private func photo(
        _ provider: ProviderID, _ blurHash: String = owl, maker: String? = "Ann Lee",
        size: PixelSize? = size, title: String = "A barn owl at dusk", kind: Kind = .photo,
        catalogue: ProviderID? = nil
    ) throws -> Item {
        try Item.sample(provider, "1", kind: kind) { draft in
            draft.title = title
            draft.blurHash = BlurHash(blurHash)
            draft.creator = Creator(name: maker)
            draft.catalogue = catalogue
            if let url = WebURL("https://\(provider).example/1.jpg") {
                draft.renditions = [Rendition(.regular, at: url, size: size)]
            }
        }
    }

    private func areOne(_ items: Item...) -> Bool { items.map { RankedList([$0]) }.fused().count == 1 }

    @Test("at least 99 of 100 that are taken for one are one, of all that a labelled set has")
    func labelled() {
        let tallies = (1...3).map { JudgedPictures(seed: $0).tally }
        let merged = tallies.reduce(0) { $0 + $1.merged }
        let right = tallies.reduce(0) { $0 + $1.right }
        #expect(merged > 200)
        #expect(Double(right) >= 0.99 * Double(merged))
        #expect(3 * right >= tallies.reduce(0) { $0 + $1.same })
    }

    // Of the sets 1 to 100, which take minutes, 1853 of 1864 pairs are right with two services that say nothing and a
    // fiftieth of the copies lost, and 2243 of 2250 with three.
    @Test(
        "so they are where services say nothing, small copies are looked at, and some of these are lost",
        arguments: [
            (["three", "four"], 0.02, 1...64), (["two", "three", "four"], 0, 1...24),
        ] as [(Set<ProviderID>, Double, ClosedRange<Int>)])
    func seen(silent: Set<ProviderID>, lost: Double, seeds: ClosedRange<Int>) {
        let sets = seeds.map { JudgedPictures(seed: $0, makerCount: 1, silent: silent, lost: lost) }
        let unseen = sets.reduce(0) { $0 + $1.tally.right }
        let tallies = sets.map(\.seenTally)
        let merged = tallies.reduce(0) { $0 + $1.merged }
        let right = tallies.reduce(0) { $0 + $1.right }
        #expect(merged > 200)
        #expect(Double(right) >= 0.99 * Double(merged))
        #expect(right > 2 * unseen)
        #expect(3 * right >= tallies.reduce(0) { $0 + $1.same })
    }

    @Test("are one in another size, by whatever way the maker's name is written, at another service")
    func same() throws {
        let small = PixelSize(width: 1024, height: 683)
        #expect(try areOne(photo("a"), photo("b")))
        #expect(try areOne(photo("a"), photo("b", size: small, title: "Owl")))
        #expect(try areOne(photo("a"), photo("b", maker: "ANN  LÉE")))
        #expect(try areOne(photo("a"), photo("b", "LHF5?xYk^6#M@-5c,1J5@[or[Q6-")))
    }

    @Test(
        "stay apart where the shape, the maker or the kind differs or is not known, or one catalogue has both"
    )
    func apart() throws {
        #expect(try !areOne(photo("a"), photo("b", size: PixelSize(width: 6000, height: 3990))))
        #expect(try !areOne(photo("a"), photo("b", size: nil)))
        #expect(try !areOne(photo("a"), photo("b", maker: "Ben Lee")))
        #expect(try !areOne(photo("a"), photo("b", maker: nil)))
        #expect(try !areOne(photo("a", maker: nil), photo("b", maker: nil)))
        #expect(try !areOne(photo("a", maker: "Unknown"), photo("b", maker: "unknown")))
        #expect(try !areOne(photo("a", kind: .topic), photo("b", kind: .topic)))
        #expect(try !areOne(photo("a"), photo("b", catalogue: "a")))
        #expect(try !areOne(photo("a"), photo("b", "LEHV6nWB2yk8pyo0adR*.7kCMdnj")))
    }

    @Test("fog looks like fog")
    func flat() throws {
        #expect(
            try !areOne(
                photo("a", "L0F5?xof00WB~qof00WB00j[~qfQ"), photo("b", "L0F5?xof00WB~qof00WB00j[~qfQ")))
    }

    @Test("stay apart where one of two might be meant, and a third service changes nothing about others")
    func ambiguous() throws {
        let one = try photo("a")
        let other = try Item.sample("b", "2") { draft in
            draft.blurHash = one.blurHash
            draft.creator = Creator(name: "Ann Lee")
            draft.renditions = [Rendition(.regular, at: "https://b.example/2.jpg", size: Self.size)]
        }
        let either = try RankedList([photo("b"), other])
        #expect([RankedList([one]), either].fused().count == 3)
        let three = try [RankedList([one]), either, RankedList([photo("c")])].fused()
        #expect(three.map(\.members.count).sorted() == [1, 1, 2])
    }

    @Test("are said to be, and every source keeps its credit")
    func explained() throws {
        let lists = try [photo("a"), photo("b")].map { RankedList([$0]) }
        let cluster = try lists.fused().first.orThrow()
        #expect(cluster.merges.map(\.reason) == [.look])
        #expect(cluster.merges.map(\.key) == [Self.owl])
        #expect(cluster.item.sources.map(\.provider) == ["a", "b"])
        #expect(cluster.item.blurHash?.description == Self.owl)
    }

    @Test("in any order of the lists they are the same results", arguments: 0..<10)
    func order(_ seed: Int) {
        var random = SeededNumbers(seed: seed)
        func results(_ lists: [RankedList]) -> Set<Set<ItemID>> {
            Set(lists.fused().map { Set($0.members.map(\.item.id)) })
        }
        let lists = Self.lists
        #expect(results(lists.shuffled(using: &random)) == results(lists))
    }
}
