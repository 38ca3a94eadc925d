import Essentials
import ForageCore
import ForageSearch
import ForageTesting
import Synchronization
import Testing

@Suite("A source where readings of stored answers are kept")
struct KnownReadingTests {
    /// Keeps one reading.
    private final class OneReading: ReadingStore {
        let kept = Mutex<SourceAnswer?>(nil)

        func reading(of stored: StoredResponse, for request: ProviderRequest) -> SourceAnswer? {
            kept.withLock { $0 }
        }

        func keep(_ reading: SourceAnswer, of stored: StoredResponse, for request: ProviderRequest) async {
            kept.withLock { $0 = reading }
        }
    }

    private let readings = OneReading()

    private func answer(from fetched: Fetched, _ provider: StubProvider) async throws -> SourceAnswer {
        let source = PureSource(
            provider: provider, fetcher: StubFetcher { _ in fetched }, readings: readings)
        return await source.answer(
            .search(try Query("owl"), PageRequest(size: 30)), by: .now + .seconds(10))
    }

    private func fetched(status: Int = 200, isStored: Bool = true) -> Fetched {
        let stored = StoredResponse(
            key: CacheKey(stored: "https://api.sample.example/search"), provider: "sample", status: status,
            headers: [:], requested: .distantPast, received: .distantPast, byteCount: 0)
        return Fetched(
            Response(status: status, body: []), origin: .cached(.seconds(7)),
            stored: isStored ? stored : nil)
    }

    @Test("reads an answer once, and then takes what was read of it")
    func once() async throws {
        let readCount = Mutex(0)
        let provider = StubProvider { _, _ in
            readCount.withLock { $0 += 1 }
            return .page(Page(drafts: [.sample("1")], next: "2", total: 9))
        }
        let first = try await answer(from: fetched(), provider)
        var second = try await answer(from: fetched(), provider)
        second.outcome.duration = first.outcome.duration
        #expect(second == first)
        #expect(second.outcome.origin == .cached(.seconds(7)))
        #expect(readCount.withLock { $0 } == 1)
    }

    @Test("keeps nothing of what is not stored, of a refusal, and of what takes further requests")
    func nothing() async throws {
        let page = StubProvider(page: Page(drafts: [.sample("1")]))
        _ = try await answer(from: fetched(isStored: false), page)
        #expect(readings.kept.withLock { $0 } == nil)
        _ = try await answer(from: fetched(status: 404), page)
        #expect(readings.kept.withLock { $0 } == nil)
        let further = StubProvider { response, _ in
            response.following.isEmpty
                ? .more([.get("https://api.sample.example/search?more")])
                : .page(Page(drafts: [.sample("1")]))
        }
        #expect(try await answer(from: fetched(), further).outcome.result == .answered(1))
        #expect(readings.kept.withLock { $0 } == nil)
    }
}
