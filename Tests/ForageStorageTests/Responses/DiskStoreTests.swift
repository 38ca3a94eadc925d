import Database
import ForageCore
import Platform
import Testing

@testable import ForageStorage

@Suite("The disk store")
struct DiskStoreTests {
    private let place: StorePlace
    private let store: DiskStore

    init() throws {
        place = try StorePlace()
        store = place.store()
    }

    @Test("nothing is created before the first response")
    func lazy() async {
        #expect(await store.responses(for: CacheKey(stored: "https://owls.example/")).isEmpty)
        await store.removeResponses(for: CacheKey(stored: "https://owls.example/"))
        #expect(!FileManager.default.fileExists(atPath: place.folder))
    }

    @Test("a store of an earlier version is migrated")
    func formerStore() async throws {
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        do {
            var database = try Connection(place.database)
            try database.layOut(pageByteCount: StoreSchema.pageByteCount)
            try database.migrate([StoreSchema.steps[0]])
        }
        let response = StoredResponse.sample(byteCount: 3)
        await store.store(response, body: bytes(3))
        let found = try #require(await place.store().responses(for: response.key).first)
        #expect(await store.body(of: found) == bytes(3))
        #expect(place.troubles.isEmpty)
    }

    @Test(
        "a response reads back unchanged, in this process and the next",
        arguments: [0, 1, 65_536, 65_537, 2_000_000])
    func roundTrip(byteCount: Int) async throws {
        let response = StoredResponse.sample(
            variant: [.init("accept", nil), .init("accept-language", ""), .init("range", "x\u{0}ü")],
            headers: ["Content-Type": "image/png; q", "Set": "a", "Set": "b, c"],
            part: .bytes(7..<7 + byteCount, of: nil), byteCount: byteCount)
        await store.store(response, body: bytes(byteCount))
        for store in [store, place.store()] {
            let found = try #require(await store.responses(for: response.key).first)
            #expect(found.head == response)
            #expect(await store.body(of: found) == bytes(byteCount))
            #expect(await store.body(of: response) == bytes(byteCount))
            store.close()
        }
        #expect(place.troubles.isEmpty)
    }

    @Test("a key and variant have one response, and variants are listed newest first")
    func variants() async {
        let first = StoredResponse.sample(byteCount: 3)
        let other = StoredResponse.sample(variant: [.init("accept", "b")], received: 5, byteCount: 3)
        let second = StoredResponse.sample(received: 10, byteCount: 4)
        await store.store(first, body: bytes(3))
        await store.store(other, body: bytes(3))
        await store.store(second, body: bytes(4))
        #expect(await store.responses(for: first.key).map(\.head) == [second, other])
        #expect(await store.body(of: first) == nil)
        #expect(await store.body(of: second) == bytes(4))
    }

    @Test(
        "a small body is read with its response, even if the response is removed meanwhile",
        arguments: [65_536, 65_537, 1 << 20, 1 << 20 + 1])
    func atHand(byteCount: Int) async throws {
        let response = StoredResponse.sample(byteCount: byteCount)
        await store.store(response, body: bytes(byteCount))
        let found = try #require(await store.responses(for: response.key).first)
        #expect((found.body != nil) == (byteCount <= 1 << 20))
        await store.removeResponses(for: response.key)
        #expect(await store.body(of: found) == (byteCount <= 1 << 20 ? bytes(byteCount) : nil))
        #expect(await store.body(of: response) == nil)
    }

    @Test("an update keeps the body")
    func update() async {
        var response = StoredResponse.sample(byteCount: 70_000)
        await store.store(response, body: bytes(70_000))
        response.headers.append("ETag", "\"new\"")
        response.requested += 60
        response.received += 61
        await store.update(response)
        #expect(await store.responses(for: response.key).map(\.head) == [response])
        #expect(await store.body(of: response) == bytes(70_000))
    }

    @Test("an update does not change a newer response")
    func lateUpdate() async {
        let newer = StoredResponse.sample(received: 100, byteCount: 3)
        var late = StoredResponse.sample(received: 50, byteCount: 3)
        await store.store(newer, body: bytes(3))
        late.received += 100
        await store.update(late)
        #expect(await store.responses(for: newer.key).map(\.head) == [newer])
        await store.update(.sample("unknown", byteCount: 3))
        #expect(await store.responses(for: CacheKey(stored: "https://owls.example/unknown")).isEmpty)
    }

    @Test("an incomplete body is not stored")
    func short() async {
        await store.store(.sample(byteCount: 4), body: bytes(3))
        await store.store(.sample("large", byteCount: 70_001), body: bytes(70_000))
        #expect(await store.statistics().count == 0)
        #expect(place.objects().isEmpty)
    }

    @Test("equal bodies are stored once, until their last response is removed", arguments: [1000, 100_000])
    func shared(byteCount: Int) async {
        let names = ["a", "b", "c"]
        for name in names { await store.store(.sample(name, byteCount: byteCount), body: bytes(byteCount)) }
        #expect(place.objects().count == (byteCount > 65_536 ? 1 : 0))
        let database = await store.statistics().databaseByteCount
        for name in names.dropLast() {
            await store.removeResponses(for: StoredResponse.sample(name, byteCount: 0).key)
        }
        #expect(await store.body(of: .sample("c", byteCount: byteCount)) == bytes(byteCount))
        await store.removeResponses(for: StoredResponse.sample("c", byteCount: 0).key)
        #expect(await store.statistics().count == 0)
        #expect(place.objects().isEmpty)
        #expect(await store.statistics().fileByteCount == 0)
        #expect(database > 0)
    }

    @Test("replacing a large body removes its file")
    func replaced() async {
        for seed in 1...3 {
            await store.store(
                .sample(received: Double(seed), byteCount: 80_000), body: bytes(80_000, seed: seed))
            #expect(
                await store.body(of: .sample(received: Double(seed), byteCount: 80_000))
                    == bytes(80_000, seed: seed))
        }
        #expect(place.objects().count == 1)
        let once = await store.statistics().fileByteCount
        await store.store(.sample(received: 9, byteCount: 80_000), body: bytes(80_000, seed: 3))
        #expect(await store.statistics().fileByteCount == once)
        #expect(place.objects().count == 1)
    }

    @Test("statistics count by provider and media type")
    func statistics() async throws {
        await store.store(.sample("a", byteCount: 10), body: bytes(10))
        await store.store(.sample("b", received: -100, byteCount: 20), body: bytes(20))
        await store.store(
            .sample("c", headers: ["Content-Type": "Text/HTML; charset=utf-8"], byteCount: 100_000),
            body: bytes(100_000))
        await store.store(.sample("d", provider: "birds", headers: [:], byteCount: 5), body: bytes(5))
        let statistics = await store.statistics()
        #expect(
            statistics.shares.map { "\($0.provider) \($0.mediaType) \($0.count) \($0.byteCount)" }
                == ["birds  1 5", "owls image/png 2 30", "owls text/html 1 100000"])
        #expect(statistics.count == 4)
        #expect(statistics.limit == 64 << 20)
        #expect(statistics.oldest == StoredResponse.sample(received: -100, byteCount: 0).received)
        #expect(statistics.fileByteCount == 102_400 + 4096)
        #expect(statistics.byteCount >= 106_496 + statistics.logByteCount)
    }

    @Test("all responses are listed, or those of one provider")
    func listing() async {
        for number in 0..<300 {
            let response = StoredResponse.sample(
                "\(number)", provider: number < 290 ? "owls" : "birds", byteCount: 8)
            await store.store(response, body: bytes(8, seed: number))
        }
        #expect(await list(nil).count == 300)
        #expect(await list("birds").map(\.key.text) == (290..<300).map { "https://owls.example/\($0)" })
        #expect(await list("fish").isEmpty)
    }

    private func list(_ provider: ProviderID?) async -> [StoredResponse] {
        var (all, place): ([StoredResponse], Int) = ([], 0)
        while let batch = await store.responses(after: place, of: provider) {
            all += batch.responses
            place = batch.place
        }
        return all
    }

    @Test("clearing one provider or all frees the space")
    func clearing() async {
        for number in 0..<100 {
            let response = StoredResponse.sample(
                "\(number)", provider: number < 60 ? "owls" : "birds",
                byteCount: number == 0 ? 100_000 : 20_000)
            await store.store(response, body: bytes(response.byteCount, seed: number))
        }
        let full = place.diskByteCount()
        #expect(await store.clear("owls") == 60)
        #expect(await store.statistics().count == 40)
        #expect(place.diskByteCount() < full / 2)
        #expect(await store.clear() == 40)
        #expect(place.diskByteCount() < 200_000)
        #expect(place.objects().isEmpty)
        await store.store(.sample(byteCount: 3), body: bytes(3))
        #expect(await store.body(of: .sample(byteCount: 3)) == bytes(3))
    }

    @Test("all files are private to their owner")
    func permissions() async throws {
        await store.store(.sample(byteCount: 100_000), body: bytes(100_000))
        let names = try FileManager.default.subpathsOfDirectory(atPath: place.folder)
        for name in names + [""] {
            let facts = try FileManager.default.attributesOfItem(atPath: "\(place.folder)/\(name)")
            #expect([0o600, 0o700].contains(facts[.posixPermissions] as? Int))
        }
        #expect(names.count >= 5)
    }
}
