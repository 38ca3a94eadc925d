import Database
import ForageCore
import Platform
import Testing

@testable import ForageStorage

@Suite("The index of items")
struct SQLiteItemIndexTests {
    private static let owl = Item.sample(
        "1", "Schleiereule über dem Café, İstanbul 東京の夜景", summary: "Ein Vogel bei Nacht — l'œuvre",
        tags: ["night bird", "Łódź", "นกฮูกสีขาว"], creator: "Zoë Ångström", collection: "한국어 사진")

    @Test("items are stored at once, and indexed on the first search")
    func lateIndex() async throws {
        let folder = try ItemFolder()
        let index = folder.opened()
        index.keep([Self.owl], until: nil)
        await index.finish()
        func unindexedCount() throws -> Int? {
            var database = try Connection(folder.file, .writing)
            return try database.first("SELECT count(*) FROM unindexed") { $0.int(0) }
        }
        #expect(try unindexedCount() == 1)
        #expect(await index.ids(matching: nil) == ["1"])
        #expect(try unindexedCount() == 1)
        // By another process, for instance.
        #expect(await folder.opened().ids(matching: "schleiereule") == ["1"])
        #expect(try unindexedCount() == 0)
    }

    @Test("a read-only index also finds items that are not yet indexed")
    func readOnly() async throws {
        let folder = try ItemFolder()
        let index = folder.opened()
        index.keep([Self.owl], until: nil)
        await index.finish()
        guard var reader = try ItemReader(index.settings) else {
            Issue.record("there is no file")
            return
        }
        let match = try #require(ItemMatch("schleiereule 東京の夜景"))
        for _ in 0..<2 {
            let best = try reader.best(of: ItemPass(match: match, limit: 5))
            #expect(best.values.map(\.count) == [1])
        }
        #expect(try reader.hasUnindexed())
    }

    @Test("a file of an earlier version is read, and emptied by the first write")
    func earlierVersion() async throws {
        let folder = try ItemFolder()
        let index = folder.opened()
        index.keep([Self.owl], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "schleiereule") == ["1"])
        var database = try Connection(folder.file, .writing)
        try database.run("DROP TABLE unindexed")
        try database.run("DROP TABLE picture")
        try database.run("PRAGMA user_version = 1")
        #expect(await folder.opened().ids(matching: nil) == ["1"])
        #expect(await folder.opened().ids(matching: "schleiereule") == ["1"])
        let renewed = folder.opened()
        renewed.keep([.sample("2", "Fox")], until: nil)
        await renewed.finish()
        #expect(await renewed.ids(matching: nil) == ["2"])
        #expect(await renewed.ids(matching: "fox") == ["2"])
        #expect(await renewed.ids(matching: "schleiereule") == [])
    }

    @Test("the newest items are listed first, in the order of their lists")
    func listing() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: .sample("1", "Owl"), .sample("2", "Fox"))
        folder.wait(60)
        index.keep([.sample("3", "Bear"), .sample("1", "Owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: nil) == ["3", "1", "2"])
        let page = await index.items(of: "gallery", matching: nil, page: 0..<3)
        #expect(page.items.map(\.metAt) == [folder.now, folder.now, folder.now - 60])
    }

    @Test("items of different providers are kept apart")
    func providers() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: .sample("1", "Owl"), .sample("1", "Owl", from: "museum"))
        let page = await index.items(of: "museum", matching: "owl", page: 0..<9)
        #expect(page.items.map(\.item.id.provider) == ["museum"])
        #expect(await index.item(ItemID(provider: "gallery", local: "1"))?.item == .sample("1", "Owl"))
        #expect(await index.item(ItemID(provider: "gallery", local: "2")) == nil)
        #expect(await index.ids(matching: "owl", of: "zoo") == [])
        let shares = await index.shares()
        #expect(
            shares.map { "\($0.provider) \($0.kind) \($0.count)" } == ["gallery photo 1", "museum photo 1"])
    }

    @Test("expired items are hidden when read, and removed when pruned")
    func terms() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: .sample("forever", "Owl"))
        index.keep([.sample("hour", "Owl")], until: folder.now + 3600)
        index.keep([.sample("gone", "Owl")], until: folder.now)
        await index.finish()
        #expect(await index.ids(matching: "owl") == ["hour", "forever"])
        #expect(await index.prune() == 0)
        folder.wait(-60)
        // The age is unknown once the clock was set back.
        #expect(await index.ids(matching: "owl") == ["forever"])
        folder.wait(3660)
        #expect(await index.ids(matching: "owl") == ["forever"])
        #expect(await index.item(ItemID(provider: "gallery", local: "hour")) == nil)
        #expect(await index.prune() == 1)
        #expect(await index.verify() == IndexVerification(count: 1))
    }

    @Test("every item can be read, and a cleared index is empty")
    func everything() async throws {
        let folder = try ItemFolder()
        let index = folder.opened()
        index.keep((0..<600).map { .sample("\($0)", "Owl \($0)") }, until: nil)
        await index.finish()
        var met: Set<ItemID> = []
        await index.each { met.insert($0.item.id) }
        #expect(met.count == 600)
        #expect(await index.verify() == IndexVerification(count: 600))
        #expect(await index.clear("unknown") == 0)
        #expect(await index.clear() == 600)
        #expect(await index.ids(matching: "owl") == [])
        #expect(await index.ids(matching: nil) == [])
        index.keep([.sample("1", "Owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl") == ["1"])
    }

}
