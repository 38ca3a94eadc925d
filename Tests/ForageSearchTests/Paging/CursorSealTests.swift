import ForageConformance
import ForageCore
import Testing

@testable import ForageSearch

@Suite struct CursorSealTests {
    private let query: Query
    private let seals: [CursorSeal]

    init() throws {
        query = try Query("owl", limit: 5)
        seals = [
            .keyless, try CursorSeal(key: Array(0..<16)).orThrow(),
            try CursorSeal(key: Array(1..<17)).orThrow(),
        ]
    }

    private func cursor(sealedBy seal: CursorSeal) async throws -> String {
        let ants = Catalogue(provider: "ants", items: try Item.samples("ants", 0..<40), pageSize: 10)
        let engine = SearchEngine(sources: [ants.source()], seal: seal)
        return try await engine.report(query).next.orThrow()
    }

    @Test("a cursor can be read only with the seal that it was made with")
    func ownSeal() async throws {
        for (place, seal) in seals.enumerated() {
            let text = try await cursor(sealedBy: seal)
            for (otherPlace, other) in seals.enumerated() {
                let isOwn = place == otherPlace
                let read = try? SearchCursor(text, for: query, sealedBy: other)
                #expect((read != nil) == isOwn)
                #expect(read?.text(sealedBy: other) == (isOwn ? text : nil))
            }
        }
    }

    @Test("a sealed cursor with any bit changed is refused")
    func changed() async throws {
        let text = try await cursor(sealedBy: seals[1])
        let bytes = try Base64URL.decode(text).orThrow()
        for place in bytes.indices {
            for bit in 0..<8 {
                var changed = bytes
                changed[place] ^= 1 << bit
                #expect(throws: QueryError.self) {
                    try SearchCursor(Base64URL.encode(changed), for: query, sealedBy: seals[1])
                }
            }
        }
    }

    @Test("a key of another length than sixteen bytes is refused", arguments: [0, 1, 15, 17, 32])
    func keys(count: Int) {
        #expect(CursorSeal(key: [UInt8](repeating: 7, count: count)) == nil)
    }

    @Test(
        "the hash is SipHash-2-4, by its authors' test vectors",
        arguments: [
            (0, 0x726f_db47_dd0e_0e31), (1, 0x74f8_39c5_93dc_67fd), (15, 0xa129_ca61_49be_45e5),
        ] as [(UInt8, UInt64)])
    func vectors(length: UInt8, code: UInt64) {
        let hash = SipHash(0x0706_0504_0302_0100, 0x0f0e_0d0c_0b0a_0908)
        #expect(hash.of(Array(0..<length)[...]) == code)
    }
}
