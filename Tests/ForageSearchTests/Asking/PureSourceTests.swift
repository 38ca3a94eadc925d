import ForageConformance
import ForageCore
import ForageSearch
import Platform
import TestWording
import Testing

@Suite struct PureSourceTests {
    /// A fetcher whose clock does not move.
    private struct StoppedClock: Fetcher {
        let fetcher: StubFetcher

        func fetch(
            _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
        ) async throws(FetchError) -> Fetched {
            try await fetcher.fetch(endpoint, for: provider, by: deadline)
        }

        func now(for provider: ProviderID) -> Date { Date(timeIntervalSince1970: 1000) }
    }

    private func answer(
        _ provider: StubProvider, to request: ProviderRequest? = nil,
        from fetcher: StubFetcher = StubFetcher(Response(body: []))
    ) async throws -> SourceAnswer {
        let request = try request ?? .search(Query("owl"), PageRequest(size: 30))
        let source = PureSource(provider: provider, fetcher: StoppedClock(fetcher: fetcher))
        return await source.answer(request, by: .now + .seconds(10))
    }

    @Test("a page becomes items with credits, the next cursor and the total")
    func page() async throws {
        let page = Page(drafts: [.sample("1"), .sample("2")], next: "2", total: 70)
        let answer = try await answer(StubProvider(page: page))
        #expect(answer.items.map(\.id.description) == ["sample:1", "sample:2"])
        #expect(answer.items.allSatisfy { $0.attribution.source.name == "sample" })
        #expect(answer.next == "2")
        #expect(answer.total == 70)
        #expect(answer.outcome.result == .answered(2))
        #expect(answer.outcome.origin == .network)
        #expect(answer.outcome.notes.isEmpty)
    }

    @Test(
        "an answer that the service forbids to store is not cached",
        arguments: [("max-age=60", true), ("private, No-Store", false), ("no-cache=\"no-store\"", true)])
    func forbidden(control: String, mayBeKept: Bool) async throws {
        let response = Response(headers: ["Cache-Control": control], body: [])
        let answer = try await answer(
            StubProvider(page: Page(drafts: [.sample("1")])), from: StubFetcher(response))
        #expect(answer.mayBeKept == mayBeKept)
    }

    @Test("the first of two items with the same id is used")
    func repeats() async throws {
        let page = Page(drafts: [.sample("1", title: "First"), .sample("1", title: "Second")])
        let answer = try await answer(StubProvider(page: page))
        #expect(answer.items.map(\.title) == ["First"])
        #expect(answer.outcome.result == .answered(1))
    }

    @Test(
        "drafts without an id or a title are dropped and noted",
        arguments: [
            " ", "", "\u{AD}\u{AD}", "\u{202E}\u{200B}", "\u{200B}", "\u{FEFF} \u{3164}", "\u{2800}", "\u{7}",
        ])
    func unusableDrafts(title: String) async throws {
        let page = Page(drafts: [.sample("1"), .sample("2", title: title), .sample("")])
        let answer = try await answer(StubProvider(page: page))
        #expect(answer.outcome.result == .answered(1))
        #expect(
            answer.outcome.notes == [
                .drift(Drift(path: "id", count: 1, total: 3)),
                .drift(Drift(path: "title", count: 1, total: 3)),
            ])
    }

    @Test("a page without items is empty, or drift if drift was found")
    func nothing() async throws {
        #expect(try await answer(StubProvider(page: Page(drafts: []))).outcome.result == .empty)
        let drift = Drift(path: "/results/*/id", count: 3, total: 3)
        let drifted = try await answer(StubProvider(page: Page(drafts: [], drift: [drift])))
        #expect(drifted.outcome.result == .drift(drift.description))
    }

    @Test(
        "an incomplete body keeps its items and says so, and without items it is a failure",
        arguments: [
            (
                Response.Completeness.cutOff,
                "the \(Wording.Services.connectionClosed) the answer was complete"
            ),
            (.overLimit, Wording.Services.tooLarge),
        ])
    func incomplete(_ completeness: Response.Completeness, _ sentence: String) async throws {
        let fetcher = StubFetcher(Response(body: [], completeness: completeness))
        let some = try await answer(StubProvider(page: Page(drafts: [.sample("1")])), from: fetcher)
        #expect(some.outcome.result == .answered(1))
        #expect(some.outcome.notes == [.incomplete(sentence)])
        let none = try await answer(StubProvider(page: Page(drafts: [])), from: fetcher)
        #expect(none.outcome.result == .failed(sentence))
    }

    @Test("a damaged body keeps its items and says so, and without items it is a failure")
    func damaged() async throws {
        let damage = "a byte at line 3 is bad"
        let some = try await answer(StubProvider(page: Page(drafts: [.sample("1")], damage: damage)))
        #expect(some.outcome.result == .answered(1))
        #expect(some.outcome.notes == [.incomplete(damage)])
        let none = try await answer(StubProvider(page: Page(drafts: [], damage: damage)))
        #expect(none.outcome.result == .failed(damage))
    }

    @Test("a body that ends early may be requested again, a damaged one may not")
    func endingEarly() async throws {
        var page = Page(drafts: [.sample("1")], damage: "it ends early")
        #expect(try await !answer(StubProvider(page: page)).isCutOff)
        page.endsEarly = true
        #expect(try await answer(StubProvider(page: page)).isCutOff)
    }

    @Test("a next cursor that is too long ends the list, and is noted")
    func hugeNext() async throws {
        let page = Page(drafts: [.sample("1")], next: String(repeating: "x", count: 513))
        let answer = try await answer(StubProvider(page: page))
        #expect(answer.next == nil)
        #expect(answer.outcome.notes.count == 1)
    }

    @Test("a provider that cannot answer the query is skipped with the reason")
    func unanswerable() async throws {
        var provider = StubProvider(page: Page(drafts: []))
        provider.endpoint = { _ throws(ProviderError) in throw .unanswerable("it has no such list") }
        #expect(try await answer(provider).outcome.result == .skipped("it has no such list"))
    }

    @Test("an undeclared origin is refused before any request")
    func undeclaredOrigin() async throws {
        var provider = StubProvider(page: Page(drafts: [.sample("1")]))
        provider.endpoint = { _ in .get("https://elsewhere.example/search") }
        let fetcher = StubFetcher(Response(body: []))
        let answer = try await answer(provider, from: fetcher)
        #expect(fetcher.endpoints.isEmpty)
        guard case .failed(let reason) = answer.outcome.result else {
            Issue.record("\(answer.outcome.result)")
            return
        }
        #expect(reason.contains("https://elsewhere.example"))
    }

    @Test("a file that you named needs no declared origin")
    func file() async throws {
        var provider = StubProvider(page: Page(drafts: [.sample("1")]))
        provider.endpoint = { _ in .file(FileSetting(path: "list.json")) }
        #expect(try await answer(provider).outcome.result == .answered(1))
    }
}

extension PureSourceTests {
    private static let retryDate = Date(timeIntervalSince1970: 5000)

    @Test(
        "an answer that refuses decides the outcome",
        arguments: [
            (Response(status: 401, body: []), "denied"),
            (Response(status: 403, body: []), "denied"),
            (Response(status: 429, body: []), "throttled nil"),
            (Response(status: 429, headers: ["Retry-After": "60"], body: []), "throttled 1060.0"),
            (Response(status: 404, body: []), "failed"),
            (Response(status: 500, body: []), "failed"),
        ])
    func refusals(_ response: Response, _ expected: String) async throws {
        let answer = try await answer(
            StubProvider(page: Page(drafts: [.sample("1")])), from: StubFetcher(response))
        #expect(answer.items.isEmpty)
        #expect(summary(of: answer.outcome.result) == expected)
    }

    @Test("an item that the service does not have is empty, not a failure")
    func noSuchItem() async throws {
        let answer = try await answer(
            StubProvider(page: Page(drafts: [])), to: .details(ItemID(provider: "sample", local: "1")),
            from: StubFetcher(Response(status: 404, body: [])))
        #expect(answer.outcome.result == .empty)
    }

    @Test("a provider without single items is not asked for details")
    func withoutDetails() async throws {
        let info = ProviderInfo.sample("sample", capabilities: Capabilities(details: .never))
        let fetcher = StubFetcher(Response(body: []))
        let answer = try await answer(
            StubProvider(info: info, page: Page(drafts: [.sample("1")])),
            to: .details(ItemID(provider: "sample", local: "1")), from: fetcher)
        #expect(answer.outcome.result == .skipped("sample \(Wording.Services.noSingleItem)."))
        #expect(fetcher.endpoints.isEmpty)
    }

    @Test(
        "a request without an answer decides the outcome",
        arguments: [
            (FetchError.unreachable("no such host"), Outcome.Result.failed("no such host")),
            (.timedOut("waiting for a connection"), .timedOut("waiting for a connection")),
            (.notAllowed("say so in your file"), .failed("say so in your file")),
            (.throttled(retryDate, "ask later"), .throttled(until: retryDate, "ask later")),
            (.broken("redirected 10 times"), .failed("redirected 10 times")),
            (.cancelled, .cancelled), (.denied("wrong client"), .denied("wrong client")),
            (.missingKey("other"), .skipped("it needs the key other")),
            (
                .missingKey("accessKey"),
                .skipped(
                    "\(Wording.Services.needsKey); set the variable SAMPLE_KEY to a key from https://sample.example/keys"
                )
            ),
        ])
    func failures(_ failure: FetchError, _ expected: Outcome.Result) async throws {
        let key = KeySpec("accessKey", variable: "SAMPLE_KEY", page: "https://sample.example/keys")
        let provider = StubProvider(info: .sample("sample", keys: [key]), page: Page(drafts: []))
        let fetcher = StubFetcher { _ throws(FetchError) in throw failure }
        #expect(try await answer(provider, from: fetcher).outcome.result == expected)
    }

    @Test("an unreadable body is a failure, and one without required fields is drift")
    func unreadable() async throws {
        let drift = Drift(path: "/results", count: 1, total: 1)
        let cases: [(ProviderError, Response.Completeness, String)] = [
            (.unreadable("this is HTML"), .whole, "failed"),
            (.unreadable("this is nothing"), .cutOff, "failed"),
            (.drift([drift]), .whole, "drift"),
            (.drift([drift]), .cutOff, "failed"),
        ]
        for (fault, completeness, expected) in cases {
            let provider = StubProvider { _, _ throws(ProviderError) in throw fault }
            let fetcher = StubFetcher(Response(body: [], completeness: completeness))
            #expect(summary(of: try await answer(provider, from: fetcher).outcome.result) == expected)
        }
    }

    private func summary(of result: Outcome.Result) -> String {
        switch result {
        case .denied: "denied"
        case .failed: "failed"
        case .drift: "drift"
        case .throttled(let date, _): "throttled \(date.map { "\($0.timeIntervalSince1970)" } ?? "nil")"
        default: "\(result)"
        }
    }
}
