import ForageCore
import ForageSearch
import Platform
import TestPlaces
import Testing

@testable import Forage

@Suite("The same picture in several sizes")
struct PictureTests {
    private let keys: PictureKeys

    init() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Providers/Definitions").path
        let configuration = try Configuration.ofCurrentUser(
            environment: ["HOME": "/nowhere"], shippedIn: folder)
        keys = PictureKeys(configuration.pictures)
    }

    private func isOne(_ one: String, _ other: String, kind: Kind = .photo) throws -> Bool {
        let lists = try zip(["a", "b"] as [ProviderID], [one, other]).map { provider, address in
            let url = try #require(WebURL(address))
            return RankedList([
                try Item.picture(provider, "1", kind: kind) { $0.renditions = [Rendition(.regular, at: url)] }
            ])
        }
        return lists.fused(knowing: keys).count == 1
    }

    @Test("all sizes of a picture are merged, and nothing else", arguments: 0..<20)
    func labelled(_ seed: Int) throws {
        let set = try PictureSet(seed: seed)
        let pictures = Dictionary(uniqueKeysWithValues: set.items.map { ($0.item.id, $0.picture) })
        let merged = set.lists.map { RankedList($0) }.fused(knowing: keys).flatMap { cluster in
            cluster.members.dropFirst().map { (pictures[cluster.item.id], pictures[$0.item.id]) }
        }
        let right = merged.count { $0 == $1 }
        #expect(Double(right) >= 0.99 * Double(merged.count))
        let there = set.items.count - Set(pictures.values).count
        #expect(Double(right) >= 0.99 * Double(there))
        #expect(right > 20)
    }

    @Test(
        "unusual addresses are recognised",
        arguments: [
            ("https://images.unsplash.com/photo-1", "https://images.unsplash.com/photo-1??w=4"),
            ("https://images.unsplash.com/photo-1?w=4", "https://images.unsplash.com/photo-1/??&&q=8#x?y=1"),
            (
                "https://images.unsplash.com/photo-1?a=1&w=4&b",
                "https://images.unsplash.com/photo-1?b&a=1#?c=2"
            ),
            ("https://images.unsplash.com/photo-1#w?b=1", "http://images.unsplash.com/photo-1"),
            (
                "https://live.staticflickr.com//1/5001_ab_b.jpg?x=1#y",
                "https://farm1.staticflickr.com/5001_ab/?zz=1"
            ),
            (
                "https://upload.wikimedia.org/wikipedia/commons//a/ab/Owl.jpg",
                "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Owl.jpg/32px-Owl.jpg?x"
            ),
            (
                "https://res.cloudinary.com/demo/image/upload/v12/w_3,h_4/owl.jpg?_a=1",
                "https://res.cloudinary.com/demo//image/upload/owl.jpg"
            ),
        ])
    func odd(_ one: String, _ other: String) throws {
        #expect(try isOne(one, other))
    }

    @Test(
        "different pictures with similar addresses are kept apart",
        arguments: [
            ("https://images.unsplash.com/photo-1?w=4", "https://images.unsplash.com/photo-2?w=4"),
            (
                "https://images.unsplash.com/photo-1?w=4",
                "https://images.unsplash.com/photo-1?w=4&rect=0,0,9,9"
            ),
            ("https://images.unsplash.com/a/b?w=4", "https://images.unsplash.com/a/b?w=5"),
            (
                "https://live.staticflickr.com/1/5001_ab_b.jpg",
                "https://live.staticflickr.com/1/5002_ab_b.jpg"
            ),
            ("https://live.staticflickr.com/1/5001_ab_b.jpg", "https://staticflickr.example/1/5001_ab_m.jpg"),
            (
                "https://upload.wikimedia.org/wikipedia/commons/a/ab/Owl.jpg",
                "https://upload.wikimedia.org/wikipedia/en/a/ab/Owl.jpg"
            ),
            (
                "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Owls.pdf/page1-320px-Owls.pdf.jpg",
                "https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/Owls.pdf/page2-320px-Owls.pdf.jpg"
            ),
            (
                "https://res.cloudinary.com/demo/image/upload/w_9/owl.jpg",
                "https://res.cloudinary.com/demo/image/upload/w_9,e_sepia/owl.jpg"
            ),
            (
                "https://res.cloudinary.com/demo/image/upload/owl.jpg",
                "https://res.cloudinary.com/other/image/upload/owl.jpg"
            ),
            (
                "https://www.artic.edu/iiif/2/a1/full/9,/0/default.jpg",
                "https://www.artic.edu/iiif/2/a1/0,0,5,5/9,/0/default.jpg"
            ),
            ("https://owls.example/1.jpg?w=4", "https://owls.example/1.jpg?w=5"),
        ])
    func apart(_ one: String, _ other: String) throws {
        #expect(try !isOne(one, other))
    }

    @Test("answers and topics are not merged with photos of the same picture")
    func borrowed() throws {
        let small = "https://live.staticflickr.com/1/5001_ab_m.jpg"
        let large = "https://live.staticflickr.com/1/5001_ab_b.jpg"
        #expect(try isOne(small, large))
        #expect(try !isOne(small, large, kind: .topic))
    }

    @Test("a merge is explained as the same picture, and every source keeps its credit")
    func explained() throws {
        let urls: [WebURL] = [
            "https://live.staticflickr.com/1/5001_ab_m.jpg", "https://live.staticflickr.com/1/5001_cd_o.jpg",
        ]
        let lists = try zip(["a", "b"] as [ProviderID], urls).map { provider, url in
            RankedList([
                try Item.picture(provider, "1") {
                    $0.renditions = [Rendition(.large, at: url)]
                    $0.creator = Creator(name: "Ann at \(provider)")
                }
            ])
        }
        let cluster = try #require(lists.fused(knowing: keys).first)
        #expect(cluster.merges.map(\.reason) == [.picture])
        #expect(cluster.merges.map(\.key) == ["staticflickr.com/5001"])
        #expect(cluster.item.sources.map(\.attribution.creator.fact?.name) == ["Ann at a", "Ann at b"])
    }
}

extension Item {
    /// An item with a page of its own.
    static func picture(
        _ provider: ProviderID, _ localID: String, kind: Kind = .photo, change: (inout Draft) -> Void
    ) throws -> Item {
        let page = try #require(WebURL("https://\(provider).example/\(localID)"))
        var draft = Draft(localID: localID, kind: kind, title: "Item \(localID)", page: page)
        change(&draft)
        let credit = Attribution(
            title: draft.title, page: page, source: NamedLink(provider.name, "https://sample.example/"),
            creator: Known(draft.creator), licence: Known(draft.licence))
        return try #require(Item(draft, credit: credit, from: provider))
    }
}
