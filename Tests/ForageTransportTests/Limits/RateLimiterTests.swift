import ForageConformance
import ForageCore
import HTTPServer
import Platform
import TestDoubles
import TestWording
import Testing

@testable import ForageTransport

/// Rate limits over real HTTP; the tests count the requests that arrive.
@Suite(.timeLimit(.minutes(1)))
struct RateLimiterTests {
    private let clock = ManualClock(Date(timeIntervalSince1970: 1_700_000_000))
    private let ledger: MemoryLedger

    init() { ledger = MemoryLedger { [clock] in clock.now } }

    private func fetcher(
        _ limits: RequestLimits = RequestLimits(pace: nil), retries: Int = 2,
        before fetcher: (any Fetcher)? = nil
    ) -> RequestPipeline {
        RequestPipeline(
            fetcher ?? SampleProvider.oneHop(),
            limiter: RateLimiter(
                ledger: ledger, limits: ["sample": limits],
                retries: RetryRule(greatestCount: retries, firstPause: .milliseconds(2)),
                now: { [clock] in clock.now }, chance: { 0.5 }))
    }

    private func status(_ fetcher: RequestPipeline, _ server: CountingServer) async throws(FetchError)
        -> Int
    {
        try await fetcher.fetch(.get(server.url), at: server.url).status
    }

    private static func throttled(_ date: Date, _ reason: String) -> FetchError { .throttled(date, reason) }

    @Test("a request with a temporary failure is repeated", arguments: [408, 429, 500, 503])
    func retries(status: Int) async throws {
        let server = try CountingServer { HTTPServerResponse(status: $0 < 3 ? status : 200) }
        #expect(try await self.status(fetcher(), server) == 200)
        #expect(server.count == 3)
    }

    @Test("a lasting failure is returned after two repeats")
    func givesUp() async throws {
        let server = try CountingServer { _ in HTTPServerResponse(status: 500) }
        #expect(try await status(fetcher(), server) == 500)
        #expect(server.count == 3)
        #expect(await ledger.states()["sample"]?.breaker.failureCount == 1)
    }

    @Test("other statuses and other methods are not repeated", arguments: [404, 403, 501, 200])
    func asksOnce(status: Int) async throws {
        let server = try CountingServer { _ in HTTPServerResponse(status: status) }
        #expect(try await self.status(fetcher(), server) == status)
        #expect(server.count == 1)
        var endpoint = Endpoint.get(server.url)
        endpoint.method = .post
        _ = try await fetcher().fetch(endpoint, at: server.url)
        #expect(server.count == 2)
    }

    @Test("an unreachable server is tried again, and counts as one failure")
    func unreachable() async throws {
        let unreachable = StubFetcher { _ throws(FetchError) in throw .unreachable("no route") }
        let fetcher = fetcher(before: unreachable)
        for _ in 1...3 {
            await #expect(throws: FetchError.unreachable("no route")) {
                try await fetcher.fetch(.get("https://api.example.com/"), at: "https://api.example.com/")
            }
        }
        #expect(unreachable.endpoints.count == 9)
        await #expect(throws: Self.throttled(clock.now + 30, "no route")) {
            try await fetcher.fetch(.get("https://api.example.com/"), at: "https://api.example.com/")
        }
    }

    @Test(
        "a request that could not be sent does not use the quota, and counts as a failure", arguments: [0, 2])
    func unsent(retries: Int) async throws {
        let unreachable = StubFetcher { _ throws(FetchError) in throw .unreachable("no name", isUnsent: true)
        }
        let limits = RequestLimits(quota: Quota(3, per: .seconds(3600)), pace: nil)
        let fetcher = fetcher(limits, retries: retries, before: unreachable)
        for count in 1...2 {
            await #expect(throws: FetchError.unreachable("no name", isUnsent: true)) {
                try await fetcher.fetch(.get("https://api.example.com/"), at: "https://api.example.com/")
            }
            let state = try #require(await ledger.states()["sample"])
            #expect(state.quota?.remaining == 3 && state.breaker.failureCount == count)
            #expect(state.last?.words == "no name")
        }
        #expect(unreachable.endpoints.count == 2 * (retries + 1))
    }

    @Test("an unsent request is returned to the quota once, even if it is cancelled before its repeat")
    func unsentAndGivenUp() async throws {
        let limits = RequestLimits(quota: Quota(3, per: .seconds(3600)), pace: nil)
        let server = try CountingServer { _ in .text("hello") }
        for _ in 1...2 { #expect(try await status(fetcher(limits), server) == 200) }
        let unreachable = StubFetcher { _ throws(FetchError) in
            // The following pause would end at once.
            withUnsafeCurrentTask { $0?.cancel() }
            throw .unreachable("no name", isUnsent: true)
        }
        let fetcher = fetcher(limits, before: unreachable)
        let task = Task { try await fetcher.fetch(.get(server.url), at: server.url) }
        await #expect(throws: FetchError.self) { try await task.value }
        let state = try #require(await ledger.states()["sample"])
        #expect(state.quota?.remaining == 1 && state.breaker.failureCount == 1)
    }

    @Test(
        "a service that requests a pause gets it from all callers",
        arguments: ["120", "Tue, 14 Nov 2023 22:15:20 GMT"])
    func rest(word: String) async throws {
        let server = try CountingServer {
            $0 == 1 ? HTTPServerResponse(status: 429, headers: ["Retry-After": word]) : .text("hello")
        }
        #expect(try await status(fetcher(), server) == 429)
        await #expect(throws: Self.throttled(clock.now + 120, Wording.Services.pause)) {
            try await status(fetcher(), server)
        }
        #expect(server.count == 1)
        clock.advance(by: 120)
        #expect(try await status(fetcher(), server) == 200)
    }

    @Test("a short pause is waited for")
    func shortRest() async throws {
        let server = try CountingServer {
            $0 == 1 ? HTTPServerResponse(status: 503, headers: ["Retry-After": "0"]) : .text("hello")
        }
        #expect(try await status(fetcher(), server) == 200)
        #expect(server.count == 2)
    }

    @Test("the quota is not exceeded, and repeats count")
    func quota() async throws {
        let server = try CountingServer { HTTPServerResponse(status: $0 == 1 ? 503 : 200) }
        let fetcher = fetcher(RequestLimits(quota: Quota(3, per: .seconds(3600)), pace: nil))
        #expect(try await status(fetcher, server) == 200)
        #expect(try await status(fetcher, server) == 200)
        await #expect(throws: Self.throttled(clock.now + 3600, Wording.Services.quota(3))) {
            try await status(fetcher, server)
        }
        #expect(server.count == 3)
    }

    @Test("if the quota is used up, the first failure is reported instead of a repeat")
    func quotaForRepeats() async throws {
        let server = try CountingServer { _ in HTTPServerResponse(status: 503) }
        #expect(try await status(fetcher(RequestLimits(quota: Quota(1, per: .seconds(60)))), server) == 503)
        #expect(server.count == 1)
        #expect(
            await ledger.states()["sample"]?.last?.words == Wording.Services.failed("503 Service Unavailable")
        )
    }

    @Test("the quota reported by the service counts")
    func headers() async throws {
        let server = try CountingServer { _ in
            HTTPServerResponse(headers: ["X-Ratelimit-Limit": "50", "X-Ratelimit-Remaining": "0"])
        }
        #expect(try await status(fetcher(), server) == 200)
        await #expect(throws: Self.throttled(clock.now + 3600, Wording.Services.quota(50))) {
            try await status(fetcher(), server)
        }
        #expect(server.count == 1)
    }

    @Test("a service that keeps failing is left alone, and then tried with one request")
    func breaker() async throws {
        let gate = Gate()
        let server = try CountingServer {
            if $0 > 3 { await gate.pass() }
            return HTTPServerResponse(status: $0 > 3 ? 200 : 500)
        }
        let fetcher = fetcher(retries: 0)
        for _ in 1...3 { _ = try await status(fetcher, server) }
        await #expect(
            throws: Self.throttled(clock.now + 30, Wording.Services.failed("500 Internal Server Error"))
        ) {
            try await status(fetcher, server)
        }
        clock.advance(by: 30)
        async let trial = status(fetcher, server)
        while server.count < 4 { await Task.yield() }
        // Another address, because an equal request would join the trial.
        let other = Endpoint.get(server.url).query("other", .text("1"))
        await #expect(throws: FetchError.self) { try await fetcher.fetch(other, at: server.url) }
        gate.open()
        #expect(try await trial == 200)
        #expect(try await status(fetcher, server) == 200)
        #expect(server.count == 5)
    }

    @Test("requests wait for their turn while there is time, and return it if cancelled")
    func pace() async throws {
        let server = try CountingServer { _ in .text("hello") }
        let brisk = fetcher(RequestLimits(pace: Pace(perSecond: 1000, burst: 1)))
        for _ in 1...5 { #expect(try await status(brisk, server) == 200) }
        let slow = RequestLimits(quota: Quota(9, per: .seconds(60)), pace: Pace(perSecond: 0.001, burst: 1))
        clock.advance(by: 10)
        #expect(try await status(fetcher(slow), server) == 200)
        await #expect(throws: Self.throttled(clock.now + 1000, Wording.Services.pace)) {
            try await status(fetcher(slow), server)
        }
        let waiting = fetcher(slow)
        let task = Task {
            try await waiting.fetch(
                .get(server.url), for: SampleProvider.info(at: server.url), by: .now + .seconds(5000))
        }
        while await ledger.states()["sample"]?.quota?.remaining != 7 { await Task.yield() }
        task.cancel()
        await #expect(throws: FetchError.cancelled) { try await task.value }
        while await ledger.states()["sample"]?.quota?.remaining != 8 { await Task.yield() }
        #expect(server.count == 6)
    }

    @Test("a request that was never sent costs nothing, and files are not counted")
    func unsent() async throws {
        let fetcher = fetcher(RequestLimits(quota: Quota(1, per: .seconds(60)), pace: nil))
        for _ in 1...2 {
            await #expect(throws: FetchError.missingKey("apiKey")) {
                try await fetcher.fetch(
                    Endpoint.get("https://api.example.com/").query("k", .key("apiKey")),
                    at: "https://api.example.com/")
            }
        }
        await #expect(throws: FetchError.self) {
            try await fetcher.fetch(.file(FileSetting(path: "/nothing/here")), at: "https://api.example.com/")
        }
        #expect(await ledger.states()["sample"]?.quota?.remaining == 1)
    }
}
