import ForageCore
import ForageSearch
import Platform
import Testing

@Suite struct MergedItemTests {
    private let page: WebURL = "https://owl.example/"

    private func merged(_ one: (inout Draft) -> Void, _ other: (inout Draft) -> Void) throws -> Item {
        let first = try Item.sample("a", "1", page: page, change: one)
        let second = try Item.sample("b", "1", page: page, change: other)
        return try [RankedList([first]), RankedList([second])].fused().first.orThrow().item
    }

    @Test("the best-ranked source wins each field, and the next fills in missing ones")
    func filledIn() throws {
        let item = try merged {
            $0.title = "First"
            $0.summary = "First's"
        } _: {
            $0.title = "Second"
            $0.summary = "Second's"
            $0.creator = Creator(name: "Maker")
            $0.publishedAt = Date(timeIntervalSince1970: 7)
            $0.collection = "Birds"
            $0.duration = .seconds(9)
            $0.place = Place(name: "Here")
            $0.camera = Camera(name: "Box")
        }
        #expect(item.title == "First")
        #expect(item.summary == "First's")
        #expect(item.creator.fact?.name == "Maker")
        #expect(item.publishedAt == Date(timeIntervalSince1970: 7))
        #expect(item.collection == "Birds")
        #expect(item.duration == .seconds(9))
        #expect(item.place?.name == "Here")
        #expect(item.camera?.name == "Box")
        #expect(item.sources.map(\.attribution.creator.fact?.name) == [nil, "Maker"])
    }

    @Test("tags and files are combined without duplicates, and a known size is kept")
    func united() throws {
        let file: WebURL = "https://files.example/1"
        let size = PixelSize(width: 30, height: 20)
        let template = URLTemplate("https://files.example/1?w={width}")
        let item = try merged {
            $0.tags = ["owl", "bird"]
            $0.renditions = [Rendition(.original, at: file, template: template)]
        } _: {
            $0.tags = ["bird", "night"]
            $0.renditions = [
                Rendition(.thumbnail, at: "https://files.example/2"),
                Rendition(.original, at: file, size: size),
            ]
        }
        #expect(item.tags == ["owl", "bird", "night"])
        #expect(item.renditions.map(\.role) == [.thumbnail, .original])
        #expect(item.renditions.last?.size == size)
        #expect(item.renditions.map(\.template) == [nil, template])
    }

    @Test("items that share an original file are merged, even if their pages differ")
    func sharedFile() throws {
        let items = try ["a", "b"].map { (provider: ProviderID) in
            try Item.sample(provider, "1") {
                $0.renditions = [Rendition(.original, at: "https://files.example/1")]
            }
        }
        #expect(items.map { RankedList([$0]) }.fused().count == 1)
    }
}
