import Database
import ForageCore
import Platform
import Testing

@testable import ForageStorage

@Suite("The index of items")
struct SQLiteItemIndexTests {
    struct Search: Sendable, CustomTestStringConvertible {
        let words: String
        let isFound: Bool
        var testDescription: String { words }
    }

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

    @Test(
        "an item is found by the beginnings of its words, ignoring case and accents",
        arguments: [
            Search(words: "schleiereule", isFound: true),
            Search(words: "SCHLEIER CAFE", isFound: true),
            Search(words: "uber", isFound: true),
            Search(words: "eule", isFound: false),
            Search(words: "schleier fox", isFound: false),
            Search(words: "vogel nacht", isFound: true),
            Search(words: "l'œuvre", isFound: true),
            Search(words: "lodz bird", isFound: true),
            Search(words: "zoe angstrom", isFound: true),
            Search(words: "istanbul", isFound: true),
            Search(words: "東京", isFound: true),
            Search(words: "夜景 東京", isFound: true),
            Search(words: "東京夜景", isFound: true),
            Search(words: "大阪", isFound: false),
            Search(words: "한국", isFound: true),
            Search(words: "นกฮูก", isFound: true),
            Search(words: "สีขาว", isFound: true),
            Search(words: "สีขาว owl", isFound: false),
            Search(words: "สีขาว cafe", isFound: true),
            Search(words: "สีดำ", isFound: false),
            Search(words: "นก", isFound: true),
            Search(words: "- * \" schleiereule : ^", isFound: true),
            Search(words: "\"*", isFound: false),
            Search(words: "title:schleiereule", isFound: false),
            Search(words: "schleiereule OR fox", isFound: false),
        ])
    func finding(search: Search) async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: Self.owl, .sample("2", "Red fox"))
        #expect(await index.ids(matching: search.words) == (search.isFound ? ["1"] : []))
        #expect(folder.troubles.isEmpty)
    }

    @Test("a match in the title ranks before the summary, and newer items before older ones")
    func ranking() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(
            of: .sample("summary", "Red fox", summary: "with an owl"), .sample("title", "Barn owl"),
            .sample("tag", "Grey fox", tags: ["owl"]))
        #expect(await index.ids(matching: "owl") == ["title", "tag", "summary"])
        folder.wait(60)
        index.keep([.sample("newer", "Barn owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl").prefix(2) == ["newer", "title"])
        folder.wait(60)
        index.keep([.sample("title", "Barn owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl").prefix(2) == ["title", "newer"])
    }

    @Test("adjacent characters rank higher if they are adjacent in the text")
    func phrases() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: .sample("together", "夜の東京"), .sample("apart", "京の東夜"))
        #expect(await index.ids(matching: "東京") == ["together", "apart"])
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

    @Test("pages have no repeats or gaps", arguments: [nil, "owl", "นกฮูก", "owl นกฮูก"])
    func pages(words: String?) async throws {
        let folder = try ItemFolder()
        let index = folder.opened()
        index.keep((0..<75).map { .sample("\($0)", "Owl \($0 % 7) นกฮูกสีขาว") }, until: nil)
        index.keep([.sample("x", "Owl นกฮูก", from: "other")], until: nil)
        await index.finish()
        var (met, place): ([String], Int?) = ([], 0)
        while let start = place {
            let page = await index.items(of: "gallery", matching: words, page: start..<start + 10)
            met += page.items.map(\.item.id.local)
            place = page.next
        }
        #expect(met.count == 75)
        #expect(Set(met) == Set((0..<75).map(String.init)))
        #expect(await index.ids(matching: words) == met)
    }

    @Test("an item stored again is found only by its new words")
    func replacement() async throws {
        let folder = try ItemFolder()
        let index = await folder.index(of: .sample("1", "Owl", summary: "ขาวนวล"), .sample("2", "Fox"))
        index.keep([.sample("1", "Eagle", summary: "ดำสนิท")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl") == [])
        #expect(await index.ids(matching: "ขาวนวล") == [])
        #expect(await index.ids(matching: "eagle") == ["1"])
        #expect(await index.ids(matching: "ดำสนิท") == ["1"])
        #expect(await index.ids(matching: nil) == ["1", "2"])
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

    @Test(
        "any text can be stored and found",
        arguments: [
            String(repeating: "owl ", count: 2_500), String(repeating: "o", count: 10_000),
            String(repeating: "นกฮูก", count: 2_000), String(repeating: "東", count: 10_000),
            "owl\u{0}\u{1}\u{1B}[31m\u{202E}fox", "🦉👩🏽‍🚀 \u{FFFF}",
            "e" + String(repeating: "\u{301}", count: 10_000),
        ])
    func hostileTitles(title: String) async throws {
        let folder = try ItemFolder()
        let item = Item.sample("1", title)
        let index = await folder.index(of: item)
        #expect(await index.item(item.id)?.item == item)
        if let match = ItemText(item).columns[0].split(separator: " ").first {
            #expect(await index.ids(matching: String(match)) == ["1"])
        }
        #expect(await index.ids(matching: title).count <= 1)
        #expect(await index.verify() == IndexVerification(count: 1))
        #expect(folder.troubles.isEmpty)
    }

    @Test("all processes share one index")
    func processes() async throws {
        let folder = try ItemFolder()
        let indexes = (0..<4).map { _ in folder.opened() }
        await withTaskGroup { group in
            for (number, index) in indexes.enumerated() {
                group.addTask {
                    for round in 0..<20 {
                        index.keep(
                            [.sample("\(number)-\(round)", "Owl"), .sample("shared", "Owl")], until: nil)
                        _ = await index.ids(matching: "owl")
                    }
                    await index.finish()
                }
            }
        }
        #expect(await folder.opened().ids(matching: "owl").count == 81)
        #expect(folder.troubles.isEmpty)
    }
}
