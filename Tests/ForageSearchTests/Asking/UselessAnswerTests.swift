import ForageConformance
import ForageCore
import ForageSearch
import Platform
import Synchronization
import TestDoubles
import Testing

@Suite("Reports of useless answers")
struct UselessAnswerTests {
    /// Answers every request with one answer, and records the verdicts on it.
    private final class Service: Fetcher {
        let verdicts = Mutex<[AnswerVerdict]>([])
        private let response: Response

        init(_ response: Response) { self.response = response }

        func fetch(
            _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
        ) async throws(FetchError) -> Fetched { Fetched(response, origin: .network) }

        func report(_ verdict: AnswerVerdict, on answers: [Fetched], for provider: ProviderInfo) async {
            guard provider.id == "sample", answers.map(\.response) == [response] else { return }
            verdicts.withLock { $0.append(verdict) }
        }
    }

    /// The verdicts that the service received on its answer.
    private func verdicts(_ provider: StubProvider, status: Int = 200) async throws -> [AnswerVerdict] {
        let service = Service(Response(status: status, headers: [:], body: []))
        let source = PureSource(provider: provider, fetcher: service)
        _ = await source.answer(
            .search(try Query("owl"), PageRequest(size: 30)), by: .now + .seconds(10))
        return service.verdicts.withLock(\.self)
    }

    @Test(
        "an unreadable answer is reported",
        arguments: [
            ProviderError.unreadable("this is HTML"), .drift([Drift(path: "/results", count: 1, total: 1)]),
        ])
    func unreadable(fault: ProviderError) async throws {
        let verdicts = try await verdicts(StubProvider { _, _ throws(ProviderError) in throw fault })
        #expect(verdicts == [.unreadable])
    }

    @Test("an answer that is damaged, or entirely drift, is reported as doubtful")
    func doubtful() async throws {
        let drift = [Drift(path: "/results/*/id", count: 3, total: 3)]
        for page in [
            Page(drafts: [.sample("1")], damage: "a byte is bad"), Page(drafts: [], drift: drift),
        ] { #expect(try await verdicts(StubProvider(page: page)) == [.doubtful]) }
    }

    @Test("an answer that the provider reads as a refusal is reported")
    func refusals() async throws {
        var provider = StubProvider(page: Page(drafts: [.sample("1")]))
        provider.refusal = { _ in .failed("the service says that it failed") }
        #expect(try await verdicts(provider) == [.refused])
    }

    @Test("an answer with a refusing status is reported", arguments: [401, 403, 404, 410, 500, 503])
    func statuses(status: Int) async throws {
        #expect(try await verdicts(StubProvider(page: Page(drafts: [])), status: status) == [.refused])
    }

    @Test("an answer that is readable or merely empty is not reported")
    func good() async throws {
        let drift = [Drift(path: "/results/*/id", count: 1, total: 3)]
        for page in [Page(drafts: [.sample("1")], drift: drift), Page(drafts: [])] {
            #expect(try await verdicts(StubProvider(page: page)).isEmpty)
        }
    }
}
