internal import ForageCore
internal import ForageStorage
internal import ForageTransport
internal import Platform
internal import TestDoubles

/// Where tests are played: the clock, how the origin is reached, where answers are stored.
struct Stage {
    let clock = ManualClock()
    /// One for all tests: their addresses differ, so none finds what another stored.
    private let store: DiskStore
    private let folder: URL
    private let loopback: LoopbackOrigin?
    private let network: NetworkFetcher?

    /// On whose behalf the origin is asked.
    let provider = ProviderInfo(
        id: "conformance", name: "Conformance", summary: "Plays the origin of every test",
        site: "http://origin.test/", kinds: [], origins: ["http://origin.test/"],
        capabilities: Capabilities())

    /// In process, or over a server on loopback; nil when there can be none.
    init?(overHTTP: Bool) {
        let clock = clock
        folder = FileManager.default.temporaryDirectory
            .appending(path: "forage-cache-conformance-\(UInt64.random(in: 0 ... .max))")
        store = DiskStore(folder: folder.path, now: { clock.now }, warn: { complain("\($0)") })
        guard overHTTP else {
            (loopback, network) = (nil, nil)
            return
        }
        guard let loopback = LoopbackOrigin() else { return nil }
        self.loopback = loopback
        network = NetworkFetcher(
            engine: CurlEngine(), userAgent: UserAgent(version: "0", contact: "http://origin.test/"))
    }

    /// Where the origin of every test is.
    var base: String { loopback.map { "http://127.0.0.1:\($0.port)" } ?? "http://origin.test" }

    /// Takes away what was stored.
    func clear() {
        store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// A cache before a test's origin, in which nothing of that is stored.
    func cache(before origin: TestOrigin) -> RequestPipeline {
        let clock = clock
        loopback?.play(origin)
        let inner: any Fetcher = network ?? OriginFetcher(origin)
        return RequestPipeline(inner, cache: HTTPCache(store, policy: .httpAlone, clock: { clock.now }))
    }
}
