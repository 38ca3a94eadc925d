import ForageConformance
import ForageCore
import ForageSearch
import TestDoubles
import TestWording
import Testing

@Suite struct FurtherRequestTests {
    /// A service whose answers contain the requested address.
    private let echo = StubFetcher { endpoint in
        guard case .web(let url) = endpoint.target else { return Fetched(Response(body: []), origin: .file) }
        return Fetched(Response(url: url, body: []), origin: .network)
    }

    private func answer(
        _ fetcher: StubFetcher, decode: @escaping @Sendable (Response) -> Step
    ) async throws -> SourceAnswer {
        let source = PureSource(provider: StubProvider { response, _ in decode(response) }, fetcher: fetcher)
        return await source.answer(
            .search(try Query("owl"), PageRequest(size: 30)), by: .now + .seconds(10))
    }

    private static func records(_ numbers: Range<Int>) -> [Endpoint] {
        numbers.compactMap { WebURL("https://api.sample.example/\($0)").map(Endpoint.get) }
    }

    /// A page with a draft for each further answer.
    private static func page(of response: Response) -> Step {
        .page(Page(drafts: response.following.compactMap { $0.url.map { .sample($0.path) } }))
    }

    @Test("further answers are returned in the order of their requests, whichever arrived first")
    func order() async throws {
        let first = Gate()
        let fetcher = StubFetcher { endpoint in
            guard case .web(let url) = endpoint.target else {
                return Fetched(Response(body: []), origin: .file)
            }
            if url.path == "/0" { await first.pass() }
            if url.path == "/2" { first.open() }
            return Fetched(Response(url: url, body: []), origin: .network)
        }
        let answer = try await answer(fetcher) { response in
            response.following.isEmpty ? .more(Self.records(0..<3)) : Self.page(of: response)
        }
        #expect(answer.items.map(\.id.local) == ["/0", "/1", "/2"])
    }

    @Test("three further rounds are made, and a fourth is refused")
    func rounds() async throws {
        let three = try await answer(echo) { response in
            let count = response.following.count
            return count < 3 ? .more(Self.records(count..<count + 1)) : Self.page(of: response)
        }
        #expect(three.outcome.result == .answered(3))
        let endless = try await answer(echo) { response in
            .more(Self.records(response.following.count..<response.following.count + 1))
        }
        #expect(endless.outcome.isFailure)
        #expect(echo.endpoints.count == 8)
    }

    @Test("twenty further requests are made, and twenty-one are refused", arguments: [(20, 21), (21, 1)])
    func requests(_ wanted: Int, _ made: Int) async throws {
        let answer = try await answer(echo) { response in
            response.following.isEmpty ? .more(Self.records(0..<wanted)) : Self.page(of: response)
        }
        #expect(echo.endpoints.count == made)
        #expect(answer.outcome.isFailure == (made == 1))
    }

    @Test("a request for more without any addresses is a failure")
    func nothingMore() async throws {
        #expect(try await answer(echo) { _ in .more([]) }.outcome.isFailure)
    }

    @Test("a further request to an undeclared origin is refused, and nothing of its round is sent")
    func undeclaredOrigin() async throws {
        let answer = try await answer(echo) { _ in
            .more(Self.records(0..<2) + [.get("https://elsewhere.example/")])
        }
        #expect(answer.outcome.isFailure)
        #expect(echo.endpoints.count == 1)
    }

    @Test("a refusing status of a further answer decides the provider's outcome")
    func refusal() async throws {
        let fetcher = StubFetcher { endpoint in
            let isFirst = endpoint.target == .web("https://api.sample.example/search")
            return Fetched(Response(status: isFirst ? 200 : 401, body: []), origin: .network)
        }
        let answer = try await answer(fetcher) { _ in .more(Self.records(0..<2)) }
        #expect(answer.outcome.result == .denied(Wording.Services.answered("401 Unauthorized")))
    }
}
