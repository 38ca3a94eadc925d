import ForageCore
import Platform
import Testing

extension Item {
    /// An item of a made-up provider, after an optional change.
    static func madeUp(_ change: (inout Draft) -> Void = { _ in }) throws -> Item {
        var draft = Draft(localID: "1", kind: .photo, title: "Owl", page: "https://owls.example/1")
        change(&draft)
        let credit = ExampleProvider(info: .owls).attribution(for: draft)
        return try #require(Item(draft, credit: credit, from: "owls"))
    }
}

@Suite("Items")
struct ItemTests {
    @Test("an item is built from a draft and its credit, and knows its source")
    func built() throws {
        let item = try Item.madeUp { draft in
            draft.title = " Owl \n"
            draft.renditions = [
                Rendition(
                    .original, at: "https://owls.example/o.jpg", size: PixelSize(width: 400, height: 300)),
                Rendition(.icon, at: "https://owls.example/i.ico", size: PixelSize(width: 900, height: 900)),
                Rendition(.thumbnail, at: "https://owls.example/t.jpg"),
            ]
            draft.downloadNotice = "https://owls.example/1/taken?n=1"
        }
        #expect(item.id.description == "owls:1")
        #expect(item.title == "Owl")
        #expect(item.sources.map(\.provider) == ["owls"])
        #expect(item.sources.first?.attribution == item.attribution)
        #expect(item.renditions.map(\.role) == [.icon, .thumbnail, .original])
        #expect(item.renditions.map(\.sizeSource) == [.service, nil, .service])
        #expect(item.size == PixelSize(width: 400, height: 300))
        #expect(item.downloadNotice == "https://owls.example/1/taken?n=1")
    }

    @Test(
        "the text alternative of a picture is that of the source, otherwise the title",
        arguments: [(" An owl\n", "An owl"), (" \n", nil), (nil, nil)] as [(String?, String?)])
    func alternative(words: String?, altText: String?) throws {
        let item = try Item.madeUp { $0.altText = words }
        #expect(item.altText == altText)
        #expect(item.pictureWords == altText ?? "Owl")
    }

    @Test(
        "a draft without an id or a title becomes no item", arguments: [("", "Owl"), ("1", ""), ("1", " \n")])
    func refused(id: String, title: String) {
        let draft = Draft(localID: id, kind: .photo, title: title, page: "https://owls.example/1")
        let credit = ExampleProvider(info: .owls).attribution(for: draft)
        #expect(Item(draft, credit: credit, from: "owls") == nil)
    }

    @Test("impossible values are refused")
    func facts() {
        #expect(PixelSize(width: 0, height: 1) == nil)
        #expect(PixelSize(width: nil, height: 1) == nil)
        #expect(PixelSize(width: 1_000_001, height: 1) == nil)
        #expect(PixelSize(width: 3, height: 2)?.description == "3×2")
        #expect(Place(name: nil, latitude: 10) == nil)
        #expect(Place(name: "here", latitude: 91, longitude: 0) == nil)
        #expect(Place(name: nil, latitude: 10, longitude: -180) != nil)
        #expect(Camera(name: nil) == nil)
        #expect(Camera(name: nil, iso: 100) != nil)
        for name in [nil, " ", "\u{AD}\u{AD}", "\u{202E}\u{200B}", " \u{200B}"] {
            #expect(Creator(name: name) == nil)
        }
        #expect(Creator(name: " Ann ")?.name == "Ann")
    }
}

@Suite("Filters")
struct FilterTests {
    private func picture(_ width: Int, _ height: Int) throws -> Item {
        try .madeUp {
            $0.renditions = [
                Rendition(.full, at: "https://owls.example/f", size: PixelSize(width: width, height: height))
            ]
        }
    }

    @Test("a filter is satisfied, violated, or unknown if the item lacks the value")
    func verdicts() throws {
        let plain = try Item.madeUp()
        #expect(Filter.kinds([.photo, .topic]).verdict(on: plain) == .satisfied)
        #expect(Filter.kinds([.episode]).verdict(on: plain) == .violated)
        #expect(Filter.orientation(.square).verdict(on: plain) == .unknown)
        #expect(Filter.hue(.teal).verdict(on: plain) == .unknown)
        let least = try #require(PixelSize(width: 400, height: 300))
        #expect(Filter.minimumSize(least).verdict(on: plain) == .unknown)
        #expect(Filter.minimumSize(least).verdict(on: try picture(400, 300)) == .satisfied)
        #expect(Filter.minimumSize(least).verdict(on: try picture(400, 299)) == .violated)
        #expect(Filter.minimumSize(least).verdict(on: try picture(399, 4_000)) == .violated)
    }

    @Test("a date filter includes its own day")
    func days() throws {
        let day = Date(timeIntervalSince1970: 1_000_000)
        let filter = Filter.publishedSince(day)
        #expect(filter.verdict(on: try .madeUp()) == .unknown)
        #expect(filter.verdict(on: try .madeUp { $0.publishedAt = day }) == .satisfied)
        #expect(filter.verdict(on: try .madeUp { $0.publishedAt = day - 1 }) == .violated)
    }

    @Test(
        "a picture is square within a twentieth, otherwise portrait or landscape",
        arguments: [
            (100, 100, Filter.Orientation.square), (105, 100, .square), (95, 100, .square),
            (106, 100, .landscape),
            (94, 100, .portrait), (1, 1_000_000, .portrait),
        ])
    func orientation(width: Int, height: Int, orientation: Filter.Orientation) throws {
        for other in Filter.Orientation.allCases {
            let verdict = Filter.orientation(other).verdict(on: try picture(width, height))
            #expect(verdict == (other == orientation ? .satisfied : .violated))
        }
    }
}
