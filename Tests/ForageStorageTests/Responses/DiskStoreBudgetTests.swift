import ForageCore
import ForageStorage
import Platform
import Synchronization
import TestPlaces
import Testing

@Suite("The size limit of the store")
struct DiskStoreBudgetTests {
    private let place: StorePlace
    private let limit = 8 << 20

    init() throws { place = try StorePlace() }

    @Test(
        "the limit holds after every response, for all sizes",
        arguments: Campaign.some(
            4,
            of: [
                [20_000], [1000, 30_000, 300_000], [65_536, 65_537], [500_000], [3000], [64_000], [90_000],
            ]))
    func kept(sizes: [Int]) async {
        let store = place.store(limit: limit)
        var most = 0
        let usual = sizes.reduce(0, +) / sizes.count
        let count = 12_000_000 / (usual + 1500)
        for number in 0..<count {
            let byteCount = sizes[number % sizes.count]
            let response = StoredResponse.sample("\(number)", received: Double(number), byteCount: byteCount)
            await store.store(response, body: bytes(byteCount, seed: number))
            #expect(await store.body(of: response) != nil, "the last one is there: \(number)")
            if number.isMultiple(of: 20_000 / usual + 1) { most = max(most, place.diskByteCount()) }
        }
        #expect(most <= limit)
        #expect(most > limit * 3 / 5)
        #expect(place.troubles.isEmpty)
    }

    @Test("the limit holds when large bodies replace small ones and the reverse")
    func changing() async {
        let store = place.store(limit: limit)
        var most = 0
        for (round, byteCount) in [20_000, 200_000, 20_000, 200_000].enumerated() {
            for number in 0..<(8_000_000 / byteCount) {
                let response = StoredResponse.sample("\(round)-\(number)", byteCount: byteCount)
                await store.store(response, body: bytes(byteCount, seed: round * 10_000 + number))
                most = max(most, place.diskByteCount())
            }
            let last = StoredResponse.sample("\(round)-\(8_000_000 / byteCount - 1)", byteCount: byteCount)
            #expect(await store.body(of: last) != nil)
        }
        #expect(most <= limit)
        let verification = await store.verify()
        #expect(verification.damagedCount == 0 && verification.unusedFileCount == 0)
    }

    @Test(
        "expired responses are removed first, then the least recently used; listing is not a use",
        arguments: [true, false])
    func order(comesAlong: Bool) async throws {
        let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let start = clock.withLock { $0 }
        let store = place.store(
            limit: limit, now: { clock.withLock { $0 } },
            expiry: { $0.headers["Expired"] == nil ? nil : start })
        let names = ["used", "unused-1", "unused-2", "expired-1", "expired-2"]
        for name in names {
            let headers: Headers = name.hasPrefix("expired") ? ["Expired": ""] : [:]
            let response = StoredResponse.sample(name, headers: headers, byteCount: 20_000)
            await store.store(response, body: Array(name.utf8) + bytes(20_000 - name.utf8.count))
            clock.withLock { $0 += 1000 }
        }
        #expect(await present(names, in: store) == Set(names))
        let used = StoredResponse.sample("used", byteCount: 20_000)
        let found = try #require(await store.responses(for: used.key).first)
        #expect(await store.body(of: comesAlong ? found : used) != nil)
        store.close()
        var left: [Set<String>] = []
        for number in 0..<600 {
            clock.withLock { $0 += 1 }
            await store.store(.sample("\(number)", byteCount: 20_000), body: bytes(20_000, seed: number))
            let present = await present(names, in: store)
            if left.last != present { left.append(present) }
        }
        #expect(left == [Set(names), ["used", "unused-1", "unused-2"], ["used"], []])
    }

    private func present(_ names: [String], in store: DiskStore) async -> Set<String> {
        var present: Set<String> = []
        for name in names {
            let key = StoredResponse.sample(name, byteCount: 0).key
            if await !store.responses(for: key).isEmpty { present.insert(name) }
        }
        return present
    }

    @Test("a body of half the limit is not stored")
    func tooLarge() async {
        let store = place.store(limit: limit)
        await store.store(.sample("small", byteCount: 1000), body: bytes(1000))
        await store.store(.sample("large", byteCount: limit / 2), body: bytes(limit / 2))
        #expect(await store.statistics().count == 1)
        #expect(await store.statistics().fileByteCount == 0)
    }

    @Test("pruning removes expired responses even if there is room, and gets below the limit")
    func pruning() async {
        let store = place.store(
            limit: limit, expiry: { $0.headers["Expired"] == nil ? nil : Date(timeIntervalSince1970: 0) })
        for number in 0..<100 {
            let headers: Headers = number < 30 ? ["Expired": ""] : [:]
            await store.store(
                .sample("\(number)", headers: headers, byteCount: 20_000), body: bytes(20_000, seed: number))
        }
        #expect(await store.prune() == 30)
        #expect(await store.prune() == 0)
        #expect(await store.prune(to: 500_000) > 0)
        #expect(place.diskByteCount() < 650_000)
        #expect(await store.statistics().count > 10)
        #expect(await store.body(of: .sample("99", byteCount: 20_000)) != nil)
    }
}
