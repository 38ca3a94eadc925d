import ForageCore
import Testing

@testable import ForageCache

@Suite("How stored pictures look, kept beside them")
struct KeptLooksTests {
    private let place: StorePlace
    private let store: DiskStore
    private let looks: KeptLooks
    private let look: PictureLook

    init() throws {
        place = try StorePlace()
        store = place.store()
        looks = KeptLooks(in: store)
        look = PictureLook(
            try #require(BlurHash("LHF5?xYk^6#M@-5c,1J5@[or[Q6.")),
            size: try #require(PixelSize(width: 640, height: 427)))
    }

    private func noted() async throws -> StoredResponse {
        let response = StoredResponse.sample(byteCount: 3)
        await store.store(response, body: bytes(3))
        await looks.keep(look, of: response)
        return try #require(await store.responses(for: response.key).first)
    }

    @Test("comes back with the picture, in this process and the next")
    func roundTrip() async throws {
        let stored = try await noted()
        #expect(looks.look(of: stored) == look)
        store.close()
        let other = try #require(await place.store().responses(for: stored.key).first)
        #expect(looks.look(of: other) == look)
    }

    @Test("is for that very picture alone, and no other note is taken for it")
    func others() async throws {
        let stored = try await noted()
        for change in [
            { $0.key = CacheKey(stored: "https://owls.example/barn") }, { $0.byteCount += 1 },
            { $0.note = [] }, { $0.note = Array($0.note.dropLast()) }, { $0.note[20] ^= 1 },
            { $0.note = Checksum.sealed(Array($0.note.dropLast(10))) },
        ] as [(inout StoredResponse) -> Void] {
            var other = stored
            change(&other)
            #expect(looks.look(of: other) == nil)
        }
    }
}
