import ForageConformance
import ForageCore
import ForageSearch
import Platform
import Synchronization
import TestDoubles
import Testing

@Suite("Answers that call themselves good and are of no use")
struct UselessAnswerTests {
    /// Answers every request with one answer, and keeps what it is told of that.
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

    /// What the service is told of its answer.
    private func verdicts(_ provider: StubProvider, status: Int = 200) async throws -> [AnswerVerdict] {
        let service = Service(Response(status: status, headers: [:], body: []))
        let source = PureSource(provider: provider, fetcher: service)
        _ = await source.answer(
            .search(try Query("owl"), PageRequest(size: 30)), by: .now + .seconds(10))
        return service.verdicts.withLock(\.self)
    }

    @Test(
        "are reported where they cannot be read",
        arguments: [
            ProviderError.unreadable("this is HTML"), .drift([Drift(path: "/results", count: 1, total: 1)]),
        ])
    func unreadable(fault: ProviderError) async throws {
        let verdicts = try await verdicts(StubProvider { _, _ throws(ProviderError) in throw fault })
        #expect(verdicts == [.unreadable])
    }

    @Test("are reported where they are damaged, or nothing in them is as it was")
    func doubtful() async throws {
        let drift = [Drift(path: "/results/*/id", count: 3, total: 3)]
        for page in [
            Page(drafts: [.sample("1")], damage: "a byte is bad"), Page(drafts: [], drift: drift),
        ] { #expect(try await verdicts(StubProvider(page: page)) == [.doubtful]) }
    }

    @Test("are reported where they refuse")
    func refusals() async throws {
        var provider = StubProvider(page: Page(drafts: [.sample("1")]))
        provider.refusal = { _ in .failed("the service says that it failed") }
        #expect(try await verdicts(provider) == [.refused])
    }

    @Test("are reported where they refuse by their status", arguments: [401, 403, 404, 410, 500, 503])
    func statuses(status: Int) async throws {
        #expect(try await verdicts(StubProvider(page: Page(drafts: [])), status: status) == [.refused])
    }

    @Test("are none where something can be read, or nothing was found")
    func good() async throws {
        let drift = [Drift(path: "/results/*/id", count: 1, total: 3)]
        for page in [Page(drafts: [.sample("1")], drift: drift), Page(drafts: [])] {
            #expect(try await verdicts(StubProvider(page: page)).isEmpty)
        }
    }
}
