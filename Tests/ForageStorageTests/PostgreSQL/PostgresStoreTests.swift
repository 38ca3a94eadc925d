import Database
import ForageCore
import Platform
import TestPlaces
import Testing

@testable import ForageStorage

@Suite("The store on a server", .enabled(if: PostgresPlace.shared != nil, "PostgreSQL is not installed"))
struct PostgresStoreTests {
    private let database: SharedDatabase

    init() throws { database = try SharedDatabase() }

    @Test("a response reads back unchanged on another machine", arguments: [0, 1, 65_537, 1 << 20])
    func roundTrip(byteCount: Int) async throws {
        let response = StoredResponse.sample(
            variant: [.init("accept", nil), .init("accept-language", ""), .init("range", "x\u{0}ü")],
            headers: ["Content-Type": "image/png; q", "Set": "a", "Set": "b, c"],
            part: .bytes(7..<7 + byteCount, of: nil), byteCount: byteCount)
        await database.store().store(response, body: bytes(byteCount))
        let found = try #require(await database.store().responses(for: response.key).first)
        #expect(found.body == bytes(byteCount))
        #expect(found.isLike(response))
        #expect(await database.store().body(of: response) == bytes(byteCount))
        #expect(database.errors.isEmpty)
    }

    @Test("a key and variant have one response, and variants are listed newest first")
    func variants() async {
        let store = database.store()
        let first = StoredResponse.sample(byteCount: 3)
        let other = StoredResponse.sample(variant: [.init("accept", "b")], received: 5, byteCount: 3)
        let second = StoredResponse.sample(received: 10, byteCount: 4)
        await store.store(first, body: bytes(3))
        await store.store(other, body: bytes(3))
        await store.store(second, body: bytes(4))
        #expect(await store.responses(for: first.key).map(\.byteCount) == [4, 3])
    }

    @Test("an older response does not replace a newer one")
    func older() async {
        let store = database.store()
        let newer = StoredResponse.sample(received: 10, byteCount: 4)
        await store.store(newer, body: bytes(4))
        await store.store(.sample(received: 5, byteCount: 3), body: bytes(3))
        #expect(await store.responses(for: newer.key).map(\.byteCount) == [4])
    }

    @Test("an update changes the header fields and keeps the body")
    func update() async throws {
        let store = database.store()
        var response = StoredResponse.sample(byteCount: 3)
        await store.store(response, body: bytes(3))
        response.headers = ["ETag": "\"2\""]
        await store.update(response)
        let found = try #require(await store.responses(for: response.key).first)
        #expect(found.headers["ETag"] == "\"2\"")
        #expect(found.body == bytes(3))
        await store.removeResponses(for: response.key)
        #expect(await store.responses(for: response.key).isEmpty)
    }

    @Test("machines whose clocks differ by an hour agree on the age of a response")
    func clocks() async throws {
        let ahead: @Sendable () -> Date = { Date() + 3600 }
        let response = StoredResponse(
            key: CacheKey(stored: "https://owls.example/"), provider: "owls", status: 200, headers: [:],
            requested: ahead(), received: ahead(), byteCount: 0)
        await database.store(now: ahead).store(response, body: [])
        let found = try #require(await database.store().responses(for: response.key).first)
        #expect(abs(found.received.timeIntervalSinceNow) < 1800)
    }

    @Test("the limit holds, and the responses that were not used for longest go first")
    func limit() async throws {
        let store = database.store(limit: 1 << 20)
        for number in 0..<100 {
            await store.store(.sample("\(number)", byteCount: 30_000), body: bytes(30_000, seed: number))
        }
        var connection = try database.connection()
        let stored = try connection.first("SELECT sum(size)::bigint, count(*) FROM forage.answer") {
            (byteCount: $0.int(0), count: $0.int(1))
        }
        #expect(try #require(stored).byteCount <= 1 << 20)
        #expect(try #require(stored).count > 1)
        #expect(await store.responses(for: StoredResponse.sample("0", byteCount: 0).key).isEmpty)
        #expect(await store.responses(for: StoredResponse.sample("99", byteCount: 0).key).count == 1)
    }

    @Test("a damaged row counts as missing")
    func damaged() async throws {
        let store = database.store()
        let response = StoredResponse.sample(byteCount: 3)
        await store.store(response, body: bytes(3))
        var connection = try database.connection()
        try connection.run("UPDATE forage.answer SET body = '\\x000000'")
        #expect(await store.responses(for: response.key).isEmpty)
    }

    @Test("a program that had a lease before another one cannot store its late response")
    func fencing() async throws {
        let (late, next) = (database.store(), database.store())
        let key = StoredResponse.sample(byteCount: 1).key
        #expect(await late.lease(key, for: .zero))
        #expect(await next.lease(key, for: .seconds(30)))
        await next.store(.sample(byteCount: 2), body: bytes(2))
        await next.release(key)
        await late.store(.sample(byteCount: 1), body: bytes(1))
        #expect(await next.responses(for: key).map(\.byteCount) == [2])
    }

    @Test("a program that lost its lease cannot renew it")
    func lost() async {
        let (late, next) = (database.store(), database.store())
        let key = StoredResponse.sample(byteCount: 1).key
        #expect(await late.lease(key, for: .zero))
        #expect(await late.lease(key, for: .zero))
        #expect(await next.lease(key, for: .seconds(30)))
        await next.store(.sample(byteCount: 2), body: bytes(2))
        await next.release(key)
        #expect(await !late.lease(key, for: .seconds(30)))
        await late.store(.sample(received: 10, byteCount: 1), body: bytes(1))
        #expect(await next.responses(for: key).map(\.byteCount) == [2])
        await late.release(key)
        #expect(await late.lease(key, for: .seconds(30)))
    }

    @Test("a body of 10 MB is stored on this machine")
    func longBody() async throws {
        let (store, byteCount) = (database.localStore(), 10 << 20)
        let response = StoredResponse.sample(byteCount: byteCount)
        await store.store(response, body: bytes(byteCount))
        let found = try #require(await store.responses(for: response.key).first)
        #expect(await store.body(of: found) == bytes(byteCount))
        #expect(await database.store().responses(for: response.key).isEmpty)
        #expect(database.errors.isEmpty)
    }

    @Test("a lease has one holder until it is released or expires")
    func leases() async {
        let key = CacheKey(stored: "https://owls.example/")
        let (one, other) = (database.store(), database.store())
        #expect(await other.state(of: key) == .free)
        #expect(await one.lease(key, for: .seconds(30)))
        #expect(await !other.lease(key, for: .seconds(30)))
        #expect(await other.state(of: key) == .held)
        await other.release(key)
        #expect(await !other.lease(key, for: .seconds(30)))
        #expect(await one.lease(key, for: .zero))
        #expect(await other.state(of: key) == .lapsed)
        #expect(await other.lease(key, for: .seconds(30)))
        await other.release(key)
        #expect(await one.state(of: key) == .free)
    }

    @Test("twenty programs that start at once create the tables once")
    func migration() async throws {
        let address = database.address
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    var connection = try? PostgresConnection(
                        address, within: .seconds(10), patience: .seconds(20))
                    do { try connection?.prepareStore() } catch { Issue.record(error) }
                }
            }
        }
        var connection = try database.connection()
        #expect(try connection.storeVersion() == PostgresSchema.steps.count)
    }

    @Test("an earlier program uses the tables until it connects again, after a later one has migrated them")
    func migrated() async throws {
        let (old, response) = (database.store(), StoredResponse.sample(byteCount: 3))
        await old.store(response, body: bytes(3))
        var connection = try database.connection()
        let next = PostgresSchema.steps + [["ALTER TABLE forage.answer ADD COLUMN note text"]]
        try connection.prepareStore(by: next)
        #expect(try connection.storeVersion() == next.count)
        #expect(await old.responses(for: response.key).map(\.byteCount) == [3])
        await old.store(.sample(received: 10, byteCount: 4), body: bytes(4))
        #expect(await old.responses(for: response.key).map(\.byteCount) == [4])
        #expect(await database.store().responses(for: response.key).isEmpty)
        #expect(database.errors == [.newer(version: next.count)])
    }

    @Test("tables of a later version are not used")
    func newer() async throws {
        var connection = try database.connection()
        try connection.prepareStore()
        try connection.run("UPDATE forage.version SET number = 99")
        let store = database.store()
        #expect(await store.responses(for: CacheKey(stored: "https://owls.example/")).isEmpty)
        #expect(database.errors == [.newer(version: 99)])
    }
}

extension StoredResponse {
    /// Indicates whether everything but the body is the same; the server's clock makes times inexact.
    fileprivate func isLike(_ other: StoredResponse) -> Bool {
        var same = head
        same.requested = other.requested
        same.received = other.received
        return same == other && abs(received.timeIntervalSince(other.received)) < 1800
    }
}
