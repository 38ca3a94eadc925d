import Database
import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("An index of items, in a file or on a server")
struct ItemIndexTests {
    struct Search: Sendable, CustomTestStringConvertible {
        let words: String
        let isFound: Bool
        var testDescription: String { words }
    }

    private static let owl = Item.sample(
        "1", "Schleiereule über dem Café, İstanbul 東京の夜景", summary: "Ein Vogel bei Nacht — l'œuvre",
        tags: ["night bird", "Łódź", "นกฮูกสีขาว"], creator: "Zoë Ångström", collection: "한국어 사진")

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
        ], StoreKind.available)
    func finding(search: Search, kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let index = await site.index(of: Self.owl, .sample("2", "Red fox"))
        #expect(await index.ids(matching: search.words) == (search.isFound ? ["1"] : []))
        #expect(!site.hasTroubles)
    }

    @Test(
        "a match in the title ranks before the summary, and newer items before older ones",
        arguments: StoreKind.available)
    func ranking(kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let index = await site.index(
            of: .sample("summary", "Red fox", summary: "with an owl"), .sample("title", "Barn owl"),
            .sample("tag", "Grey fox", tags: ["owl"]))
        #expect(await index.ids(matching: "owl") == ["title", "tag", "summary"])
        site.wait(60)
        index.keep([.sample("newer", "Barn owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl").prefix(2) == ["newer", "title"])
        site.wait(60)
        index.keep([.sample("title", "Barn owl")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl").prefix(2) == ["title", "newer"])
    }

    @Test("adjacent characters rank higher if they are adjacent in the text", arguments: StoreKind.available)
    func phrases(kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let index = await site.index(of: .sample("together", "夜の東京"), .sample("apart", "京の東夜"))
        #expect(await index.ids(matching: "東京") == ["together", "apart"])
    }

    @Test("pages have no repeats or gaps", arguments: [nil, "owl", "นกฮูก", "owl นกฮูก"], StoreKind.available)
    func pages(words: String?, kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let index = site.opened()
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

    @Test("an item stored again is found only by its new words", arguments: StoreKind.available)
    func replacement(kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let index = await site.index(of: .sample("1", "Owl", summary: "ขาวนวล"), .sample("2", "Fox"))
        index.keep([.sample("1", "Eagle", summary: "ดำสนิท")], until: nil)
        await index.finish()
        #expect(await index.ids(matching: "owl") == [])
        #expect(await index.ids(matching: "ขาวนวล") == [])
        #expect(await index.ids(matching: "eagle") == ["1"])
        #expect(await index.ids(matching: "ดำสนิท") == ["1"])
        #expect(await index.ids(matching: nil) == ["1", "2"])
    }

    @Test(
        "any text can be stored and found",
        arguments: [
            String(repeating: "owl ", count: 2_500), String(repeating: "o", count: 10_000),
            String(repeating: "นกฮูก", count: 2_000), String(repeating: "東", count: 10_000),
            "owl\u{0}\u{1}\u{1B}[31m\u{202E}fox", "🦉👩🏽‍🚀 \u{FFFF}",
            "e" + String(repeating: "\u{301}", count: 10_000),
        ], StoreKind.available)
    func hostileTitles(title: String, kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let item = Item.sample("1", title)
        let index = await site.index(of: item)
        #expect(await index.item(item.id)?.item == item)
        if let match = ItemText(item).columns[0].split(separator: " ").first {
            #expect(await index.ids(matching: String(match)) == ["1"])
        }
        #expect(await index.ids(matching: title).count <= 1)
        #expect(!site.hasTroubles)
    }

    @Test("all processes share one index", arguments: StoreKind.available)
    func processes(kind: StoreKind) async throws {
        let site = try ItemPlace(kind)
        let indexes = (0..<4).map { _ in site.opened() }
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
        #expect(await site.opened().ids(matching: "owl").count == 81)
        #expect(!site.hasTroubles)
    }

    @Test("both kinds find the same random items in the same order", arguments: 0..<4 as Range<UInt64>)
    func sameOrder(seed: UInt64) async throws {
        guard StoreKind.available.contains(.server) else { return }
        let words = ["owl", "barn", "night", "東京", "owls", "light", "lighthouse", "a", "นกฮูก", "old", "bird"]
        var numbers = SeededNumbers(seed: seed)
        func text(_ greatestCount: Int) -> String {
            let count = Int.random(in: 1...greatestCount, using: &numbers)
            return (0..<count).map { _ in words.randomElement(using: &numbers) ?? "" }.joined(separator: " ")
        }
        let lists = (0..<12).map { _ in
            (0..<25).map { place in
                Item.sample(
                    "\(Int.random(in: 0..<150, using: &numbers))-\(place % 4)", text(5),
                    summary: text(30), tags: [text(2), text(2)], creator: text(2), collection: text(3))
            }
        }
        let indexes = [try ItemPlace(.file).opened(), try ItemPlace(.server).opened()]
        for index in indexes {
            for list in lists {
                index.keep(list.distinct(by: \.id), until: nil)
                await index.finish()
            }
        }
        for query in ["owl", "ow", "barn owl", "old-barn", "東京", "นกฮ", "owl นกฮ", "light -owl", "x"] + [nil]
        {
            var found: [[String]] = []
            for index in indexes { found.append(await index.ids(matching: query, 0..<60)) }
            #expect(found[0] == found[1])
        }
        for typed in ["owll", "brid", "lihgt"] {
            var suggested: [[String]] = []
            for index in indexes {
                suggested.append(
                    await index.suggestions(
                        for: try Query(parsing: typed), of: ["gallery"], by: .now + .seconds(600)))
            }
            #expect(suggested[0] == suggested[1])
        }
    }
}
