import ForageCore
import Testing

@testable import ForageStorage

@Suite("Pictures that were met, in a file or on a server")
struct MetPictureTests {
    private static let owl = ItemID(provider: "gallery", local: "owl")

    private static func picture(
        _ bits: UInt64?, of item: ItemID = owl, digest: String = "", hasManifest: Bool = false
    ) -> MetPicture {
        var picture = MetPicture(of: item)
        picture.digest = digest
        picture.appearance = bits.map { .init(look: PictureLook(bits: $0), square: [1, 2, 0, 255]) }
        picture.hasManifest = hasManifest
        return picture
    }

    @Test("a picture is found by its item, its bytes and its look", arguments: StoreKind.available)
    func finding(kind: StoreKind) async throws {
        let place = try ItemPlace(kind)
        let index = await place.index(of: .sample("owl", "Barn owl"), .sample("fox", "Red fox"))
        let fox = ItemID(provider: "gallery", local: "fox")
        let kept = [
            Self.picture(0xFFFF_0000_0000_0000), Self.picture(nil, digest: "ab", hasManifest: true),
            Self.picture(0xFFFF_0000_0000_0007, of: fox, digest: "cd"),
        ]
        for picture in kept { await index.keep(picture) }
        #expect(Set(await index.pictures(.of(Self.owl))) == Set(kept[..<2]))
        #expect(await index.pictures(.digest("ab")) == [kept[1]])
        #expect(await index.pictures(.digest("ef")) == [])
        let look = PictureLook(bits: 0xFFFF_0000_0000_0003)
        #expect(await index.pictures(.near(look, within: 2)) == [kept[2], kept[0]])
        #expect(await index.pictures(.near(look, within: 1)) == [kept[2]])
        #expect(await place.opened().pictures(.of(fox)) == [kept[2]])
        #expect(!place.hasTroubles)
    }

    @Test(
        "a picture that is met again is stored once, and stays if its item is found again",
        arguments: StoreKind.available)
    func again(kind: StoreKind) async throws {
        let place = try ItemPlace(kind)
        let index = await place.index(of: .sample("owl", "Barn owl"))
        await index.keep(Self.picture(1))
        await index.keep(Self.picture(2))
        index.keep([.sample("owl", "Barn owl at night")], until: nil)
        await index.finish()
        #expect(await index.pictures(.of(Self.owl)) == [Self.picture(2)])
    }

    @Test("a picture that is met at once after its item is stored", arguments: StoreKind.available)
    func atOnce(kind: StoreKind) async throws {
        let index = try ItemPlace(kind).opened()
        index.keep([.sample("owl", "Barn owl")], until: nil)
        await index.keep(Self.picture(1))
        await index.finish()
        #expect(await index.pictures(.of(Self.owl)) == [Self.picture(1)])
    }

    @Test("pictures are deleted with their items")
    func deleted() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: .sample("owl", "Barn owl"), .sample("fox", "Fox", from: "other"))
        let fox = ItemID(provider: "other", local: "fox")
        await index.keep(Self.picture(1))
        await index.keep(Self.picture(2, of: fox))
        _ = await index.clear("gallery")
        #expect(await index.pictures(.of(Self.owl)) == [])
        #expect(await index.pictures(.of(fox)).count == 1)
        _ = await index.clear()
        #expect(await index.pictures(.of(fox)) == [])
    }
}
