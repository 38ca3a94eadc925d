internal import Essentials
internal import ForageCache
internal import ForageCore
internal import ForageTesting

/// Where tests are played: the clock, how the origin is reached, where answers are stored.
struct Stage {
    let clock = ManualClock()

    init?(overHTTP: Bool) {
        if overHTTP { return nil }
    }

    /// On whose behalf the origin is asked.
    let provider = About(
        id: "conformance", name: "Conformance", summary: "Plays the origin of every test",
        site: "http://origin.test/", kinds: [], origins: ["http://origin.test/"],
        capabilities: Capabilities())

    /// Where the origin of every test is.
    var base: String { "http://origin.test" }

    /// A fresh cache before a test's origin.
    func cache(before origin: TestOrigin) -> CachingFetcher {
        let clock = clock
        return CachingFetcher(
            OriginFetcher(origin), store: MemoryStore(), policy: .httpAlone, clock: { clock.now })
    }
}
