import Database
import Essentials
import ForageCore
import Testing

@testable import ForageCache

@Suite("Readings that are kept beside their answers")
struct KeptReadingsTests {
    private let place: StorePlace
    private let store: DiskStore
    private let readings: KeptReadings
    private let owl: ProviderRequest
    private let reading = SourceAnswer(
        items: [.sample("1", "Owl")], next: "2", outcome: Outcome("gallery", .answered(1)))

    init() throws {
        place = try StorePlace()
        store = place.store()
        readings = KeptReadings(in: store, of: "gallery", readBy: "build 1")
        owl = .search(try Query("owl"), PageRequest(size: 30))
    }

    /// An answer that is stored with a reading beside it.
    private func noted(_ reading: SourceAnswer) async throws -> StoredResponse {
        let response = StoredResponse.sample(byteCount: 3)
        await store.store(response, body: bytes(3))
        await readings.keep(reading, of: response, for: owl)
        return try #require(await store.responses(for: response.key).first)
    }

    @Test("come back with the answer, in this process and the next")
    func roundTrip() async throws {
        let stored = try await noted(reading)
        #expect(readings.reading(of: stored, for: owl) == reading)
        #expect(await store.body(of: stored) == bytes(3))
        store.close()
        let other = try #require(await place.store().responses(for: stored.key).first)
        #expect(readings.reading(of: other, for: owl) == reading)
    }

    @Test("are for the same reader, provider, request and answer alone")
    func others() async throws {
        let stored = try await noted(reading)
        for reader in ["build 2", "build 1\nhue=red", ""] {
            let other = KeptReadings(in: store, of: "gallery", readBy: reader)
            #expect(other.reading(of: stored, for: owl) == nil)
        }
        #expect(
            KeptReadings(in: store, of: "museum", readBy: "build 1").reading(of: stored, for: owl) == nil)
        let requests: [ProviderRequest] = [
            .search(try Query("Owl"), PageRequest(size: 30)),
            .search(try Query("owl", filters: [.kinds([.photo])]), PageRequest(size: 30)),
            .search(try Query("owl", order: .newest), PageRequest(size: 30)),
            .search(try Query("owl", limit: 21), PageRequest(size: 30)),
            .search(try Query("owl"), PageRequest(size: 29)),
            .search(try Query("owl"), PageRequest(size: 30, cursor: "2")),
            .browse(Browse(), PageRequest(size: 30)),
            .details(ItemID(provider: "gallery", local: "1")),
        ]
        for request in requests { #expect(readings.reading(of: stored, for: request) == nil) }
        var other = stored
        other.received += 1
        #expect(readings.reading(of: other, for: owl) == nil)
        other = stored
        other.key = CacheKey(stored: "https://owls.example/barn")
        #expect(readings.reading(of: other, for: owl) == nil)
    }

    @Test("go when the answer is confirmed, replaced or dropped", arguments: 0..<3)
    func change(way: Int) async throws {
        var stored = try await noted(reading)
        stored.requested += 60
        stored.received += 61
        switch way {
        case 0: await store.update(stored)
        case 1: await store.store(stored, body: bytes(3))
        default:
            await store.removeResponses(for: stored.key)
            await store.store(stored, body: bytes(3))
        }
        let now = try #require(await store.responses(for: stored.key).first)
        #expect(now.note.isEmpty)
        #expect(readings.reading(of: now, for: owl) == nil)
    }

    @Test("are not written beside an answer that came meanwhile")
    func late() async throws {
        let old = StoredResponse.sample(byteCount: 3)
        let new = StoredResponse.sample(received: 10, byteCount: 3)
        await store.store(new, body: bytes(3))
        await readings.keep(reading, of: old, for: owl)
        #expect(try #require(await store.responses(for: new.key).first).note.isEmpty)
    }

    @Test("are kept of whole lists only: neither with notes, nor of failures, nor of single items")
    func unfit() async throws {
        var drifted = reading
        drifted.outcome.notes = [.drift(Drift(path: "/id", count: 1, total: 2))]
        #expect(try await noted(drifted).note.isEmpty)
        let failed = SourceAnswer(outcome: Outcome("gallery", .failed("no")))
        #expect(try await noted(failed).note.isEmpty)
        let response = StoredResponse.sample(byteCount: 3)
        await readings.keep(reading, of: response, for: .details(ItemID(provider: "gallery", local: "1")))
        #expect(try #require(await store.responses(for: response.key).first).note.isEmpty)
    }

    @Test("are not kept when they are long, and leave the store within its limit")
    func room() async throws {
        let tags = (0..<50_000).map { "owl \($0)" }
        var draft = Draft(localID: "1", kind: .photo, title: "Owl", page: "https://gallery.example/1")
        draft.tags = tags
        let credit = Item.sample("1", "Owl").attribution
        let long = try #require(Item(draft, credit: credit, from: "gallery"))
        let answer = SourceAnswer(items: [long], outcome: Outcome("gallery", .answered(1)))
        #expect(try await noted(answer).note.isEmpty)

        draft.tags = Array(tags.prefix(10_000))
        let item = try #require(Item(draft, credit: credit, from: "gallery"))
        let fitting = SourceAnswer(items: [item], outcome: Outcome("gallery", .answered(1)))
        let limit = 8 << 20
        let small = place.store(limit: limit)
        let readings = KeptReadings(in: small, of: "gallery", readBy: "build 1")
        for number in 0..<100 {
            let response = StoredResponse.sample("\(number)", received: Double(number), byteCount: 100)
            await small.store(response, body: bytes(100, seed: number))
            await readings.keep(fitting, of: response, for: owl)
            #expect(place.diskByteCount() <= limit)
        }
        let last = try #require(
            await small.responses(for: CacheKey(stored: "https://owls.example/99")).first)
        #expect(readings.reading(of: last, for: owl) == fitting)
    }

    @Test("find their place in a store that was made without one")
    func formerStore() async throws {
        try FileManager.default.createDirectory(atPath: place.folder, withIntermediateDirectories: true)
        do {
            var database = try Connection(place.database)
            try database.layOut(pageByteCount: StoreSchema.pageByteCount)
            try database.migrate([StoreSchema.steps[0]])
        }
        let stored = try await noted(reading)
        #expect(readings.reading(of: stored, for: owl) == reading)
        #expect(place.troubles.isEmpty)
    }
}
