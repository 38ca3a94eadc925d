import Database
import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageStorage

@Suite(
    "The items of a store on a server",
    .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct PostgresItemTests {
    private let database: SharedDatabase
    private let index: PostgresItemIndex

    init() throws {
        database = try SharedDatabase()
        index = PostgresItemIndex(on: database.server(), limit: 64 << 20)
    }

    private func store(_ items: Item..., metAt time: Date = Date(), until end: Date? = nil) async {
        #expect(await index.add(items, metAt: time, until: end))
    }

    /// The numbers of items and words, and the totals, which must agree.
    private func counts() throws -> [Int] {
        var connection = try database.connection()
        let row = try connection.first(
            """
            SELECT (SELECT count(*) FROM forage.item), item_count, (SELECT count(*) FROM forage.word),
                (SELECT coalesce(sum(word_count), 0)::bigint FROM forage.item), word_count
            FROM forage.item_total
            """
        ) { row in (0..<5).map { row.int($0) } }
        return row ?? []
    }

    @Test("an item that was found earlier does not replace a newer one, and one given twice counts once")
    func newer() async throws {
        await store(.sample("1", "Barn owl"), .sample("1", "Barn owl"))
        await store(.sample("1", "Red fox"), .sample("2", "Grey wolf"), metAt: Date() - 3600)
        #expect(await index.ids(matching: nil) == ["2", "1"])
        #expect(await index.ids(matching: "owl") == ["1"])
        #expect(await index.ids(matching: "fox") == [])
        #expect(try counts() == [2, 2, 4, 4, 4])
    }

    @Test("expired items are deleted with their words when others are stored")
    func expired() async throws {
        await store(.sample("1", "Barn owl"), until: Date() + 3600)
        await store(.sample("2", "Barn swallow"))
        var connection = try database.connection()
        try connection.run("UPDATE forage.item SET expires = 0 WHERE expires IS NOT NULL")
        await store(.sample("3", "Red fox"))
        #expect(await index.ids(matching: nil) == ["3", "2"])
        #expect(try counts() == [2, 2, 4, 4, 4])
    }

    @Test("if there is no room, the items that were found the longest time ago are deleted")
    func room() async throws {
        let small = PostgresItemIndex(on: database.server(), limit: 300_000)
        for number in 0..<6 {
            let items = (0..<200).map { Item.sample("\(number)-\($0)", "Owl") }
            _ = await small.add(
                items, metAt: Date(timeIntervalSinceReferenceDate: Double(number)), until: nil)
        }
        let kept = await small.ids(matching: "owl", 0..<2_000)
        #expect(kept.contains { $0.hasPrefix("5-") } && !kept.contains { $0.hasPrefix("0-") })
        let counted = try counts()
        #expect(counted[0] == counted[1] && counted[3] == counted[4])
    }
}
