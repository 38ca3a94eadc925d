import Essentials
import ForageCore
import Testing

@testable import ForageCache

@Suite("Readings that are kept in memory")
struct MemoryFirstReadingsTests {
    private let memory = MemoryFirstReadings.Memory(limit: 1 << 20)
    private let stored = StoredResponse.sample(byteCount: 300)
    private let owl: ProviderRequest
    private let reading = SourceAnswer(
        items: [.sample("1", "Owl")], next: "2", outcome: Outcome("gallery", .answered(1)))

    init() throws {
        owl = .search(try Query("owl"), PageRequest(size: 30))
    }

    @Test("come back without a store of them, for the same provider, request and answer alone")
    func alone() async throws {
        let readings = MemoryFirstReadings(before: nil, in: memory, of: "gallery")
        #expect(readings.reading(of: stored, for: owl) == nil)
        await readings.keep(reading, of: stored, for: owl)
        #expect(readings.reading(of: stored, for: owl) == reading)
        let museum = MemoryFirstReadings(before: nil, in: memory, of: "museum")
        #expect(museum.reading(of: stored, for: owl) == nil)
        #expect(
            readings.reading(of: stored, for: .search(try Query("fox"), PageRequest(size: 30))) == nil)
        var confirmed = stored
        confirmed.received += 1
        #expect(readings.reading(of: confirmed, for: owl) == nil)
    }

    @Test("are asked of the store once, and handed on to it")
    func before() async throws {
        let place = try StorePlace()
        let store = place.store()
        await store.store(stored, body: bytes(300))
        let kept = KeptReadings(in: store, of: "gallery", readBy: "build 1")
        await MemoryFirstReadings(before: kept, in: memory, of: "gallery").keep(reading, of: stored, for: owl)
        let noted = try #require(await store.responses(for: stored.key).first)
        #expect(kept.reading(of: noted, for: owl) == reading)

        // Another run finds the note, and needs it no more than once.
        let readings = MemoryFirstReadings(before: kept, in: .init(limit: 1 << 20), of: "gallery")
        #expect(readings.reading(of: noted, for: owl) == reading)
        var bare = noted
        bare.note = []
        #expect(readings.reading(of: bare, for: owl) == reading)
    }

    @Test("are neither of single items nor of what has more to say than its items")
    func unfit() async {
        let readings = MemoryFirstReadings(before: nil, in: memory, of: "gallery")
        let item = ProviderRequest.details(ItemID(provider: "gallery", local: "1"))
        await readings.keep(reading, of: stored, for: item)
        #expect(readings.reading(of: stored, for: item) == nil)
        var failed = reading
        failed.outcome.result = .failed("no")
        await readings.keep(failed, of: stored, for: owl)
        #expect(readings.reading(of: stored, for: owl) == nil)
    }
}
