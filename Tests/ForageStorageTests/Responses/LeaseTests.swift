import ForageCore
import ForageStorage
import Platform
import Synchronization
import Testing

@Suite("Leases between processes")
struct LeaseTests {
    private let place: StorePlace
    private let key = CacheKey(stored: "https://owls.example/")

    init() throws { place = try StorePlace() }

    @Test("a lease has one holder until it is released")
    func oneHolder() async {
        let (one, other) = (place.store(), place.store())
        #expect(await one.lease(key, for: .seconds(30)))
        #expect(await !other.lease(key, for: .seconds(30)))
        #expect(await other.lease(CacheKey(stored: "https://owls.example/2"), for: .seconds(30)))
        await other.release(key)
        #expect(await !other.lease(key, for: .seconds(30)))
        await one.release(key)
        #expect(await other.lease(key, for: .seconds(30)))
    }

    @Test("the holder can renew a lease, and a waiting process sees its state")
    func prolonged() async {
        let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let one = place.store(now: { clock.withLock { $0 } })
        let other = place.store(now: { clock.withLock { $0 } })
        #expect(await other.state(of: key) == .free)
        #expect(await one.lease(key, for: .seconds(2)))
        clock.withLock { $0 += 1.5 }
        #expect(await one.lease(key, for: .seconds(2)))
        clock.withLock { $0 += 1.5 }
        #expect(await other.state(of: key) == .held)
        clock.withLock { $0 += 1 }
        #expect(await other.state(of: key) == .lapsed)
        #expect(await other.lease(key, for: .seconds(2)))
        await other.release(key)
        #expect(await one.state(of: key) == .free)
    }

    @Test("a lease expires, even after a wrong clock", arguments: [31.0, -1000])
    func ending(later: Double) async {
        let clock = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let one = place.store(now: { clock.withLock { $0 } })
        let other = place.store(now: { clock.withLock { $0 } })
        #expect(await one.lease(key, for: .seconds(30)))
        clock.withLock { $0 += later }
        #expect(await other.lease(key, for: .seconds(3000)))
        clock.withLock { $0 += 61 }
        #expect(await one.lease(key, for: .seconds(30)))
    }
}
