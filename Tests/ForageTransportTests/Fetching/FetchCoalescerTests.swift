import ForageConformance
import ForageCore
import HTTPServer
import Synchronization
import TestDoubles
import TestWording
import Testing

@testable import ForageTransport

@Suite("Sharing one transfer", .timeLimit(.minutes(1)))
struct FetchCoalescerTests {
    private static let api: WebURL = "https://api.example.com/"

    private func fetch(
        _ shared: RequestPipeline, _ endpoint: Endpoint = .get(api), within time: Duration = .seconds(20)
    ) async throws(FetchError) -> Response {
        try await shared.fetch(endpoint, for: SampleProvider.info(at: Self.api), by: .now + time).response
    }

    /// Gives no answer until it is cancelled or its deadline has passed.
    private struct UnansweredFetcher: Fetcher {
        let log = Log()

        final class Log: Sendable {
            let begun = Mutex(0)
            let cancelled = Mutex(0)
        }

        func fetch(
            _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
        ) async throws(FetchError) -> Fetched {
            log.begun.withLock { $0 += 1 }
            do {
                try await Task.sleep(until: deadline, clock: .continuous)
            } catch {
                log.cancelled.withLock { $0 += 1 }
                throw .cancelled
            }
            throw .timedOut("no data came")
        }
    }

    @Test("simultaneous equal requests become one, over real HTTP")
    func shared() async throws {
        let gate = Gate()
        let server = try CountingServer { _ in
            await gate.pass()
            return .text("hello")
        }
        let shared = RequestPipeline(SampleProvider.oneHop())
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 {
                group.addTask { try await shared.fetch(.get(server.url), at: server.url).text }
            }
            while shared.coalescer.waitingCount < 50 { await Task.yield() }
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers == Array(repeating: "hello", count: 50))
        #expect(server.count == 1)
        #expect(shared.coalescer.isIdle)
        _ = try await shared.fetch(.get(server.url), at: server.url)
        #expect(server.count == 2)
    }

    @Test("different requests and unsafe requests are not shared")
    func apart() async throws {
        let gate = Gate()
        let server = StubFetcher { _ in
            await gate.pass()
            return Fetched(Response(body: []), origin: .network)
        }
        let shared = RequestPipeline(server)
        var post = Endpoint.get(Self.api)
        post.method = .post
        let endpoints = [
            Endpoint.get(Self.api), .get(Self.api).header("Accept", "*/*"), .get(Self.api).prefix(10),
            .get(Self.api).query("q", "owl"), post, post,
        ]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for endpoint in endpoints { group.addTask { _ = try await fetch(shared, endpoint) } }
            while server.endpoints.count < endpoints.count { await Task.yield() }
            gate.open()
            try await group.waitForAll()
        }
        #expect(server.endpoints.count == endpoints.count)
    }

    @Test("all callers get the same failure")
    func failure() async throws {
        let gate = Gate()
        let server = StubFetcher { _ throws(FetchError) in
            await gate.pass()
            throw .unreachable("no route")
        }
        let shared = RequestPipeline(server)
        let one = Task { try await fetch(shared) }
        let two = Task { try await fetch(shared) }
        while shared.coalescer.waitingCount < 2 { await Task.yield() }
        gate.open()
        await #expect(throws: FetchError.unreachable("no route")) { try await one.value }
        await #expect(throws: FetchError.unreachable("no route")) { try await two.value }
        #expect(server.endpoints.count == 1)
    }

    @Test("the first caller may give up, and the last one to give up cancels the transfer")
    func cancelling() async throws {
        let silence = UnansweredFetcher()
        let shared = RequestPipeline(silence)
        let first = Task { try await fetch(shared) }
        while silence.log.begun.withLock(\.self) < 1 { await Task.yield() }
        let second = Task { try await fetch(shared) }
        while shared.coalescer.waitingCount < 2 { await Task.yield() }
        first.cancel()
        await #expect(throws: FetchError.cancelled) { try await first.value }
        #expect(silence.log.cancelled.withLock(\.self) == 0)
        second.cancel()
        await #expect(throws: FetchError.cancelled) { try await second.value }
        while silence.log.cancelled.withLock(\.self) < 1 { await Task.yield() }
        #expect(silence.log.begun.withLock(\.self) == 1)
        while !shared.coalescer.isIdle { await Task.yield() }
    }

    @Test("a caller cancelled before its request leaves nothing running")
    func cancelledBefore() async throws {
        let shared = RequestPipeline(UnansweredFetcher())
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await fetch(shared)
        }
        task.cancel()
        await #expect(throws: FetchError.cancelled) { try await task.value }
        while !shared.coalescer.isIdle { await Task.yield() }
    }

    @Test("a caller with less time leaves at its deadline, and the others continue")
    func ownDeadline() async throws {
        let gate = Gate()
        let server = StubFetcher { _ in
            await gate.pass()
            return Fetched(Response(body: []), origin: .network)
        }
        let shared = RequestPipeline(server)
        async let patient = fetch(shared)
        while server.endpoints.count < 1 { await Task.yield() }
        await #expect(throws: FetchError.timedOut(Wording.Services.timedOut("api.example.com"))) {
            try await fetch(shared, within: .milliseconds(20))
        }
        gate.open()
        #expect(try await patient.status == 200)
    }

    @Test("a caller with more time than the first one starts a new request")
    func moreTime() async throws {
        let begun = Mutex(0)
        let silence = UnansweredFetcher()
        let server = RelayFetcher { endpoint, provider, deadline throws(FetchError) in
            let isFirst = begun.withLock { count in
                count += 1
                return count == 1
            }
            guard isFirst else { return Fetched(Response(body: []), origin: .network) }
            return try await silence.fetch(endpoint, for: provider, by: deadline)
        }
        let shared = RequestPipeline(server)
        let hasty = Task { try await fetch(shared, within: .milliseconds(100)) }
        while shared.coalescer.waitingCount < 1 { await Task.yield() }
        async let patient = fetch(shared)
        await #expect(throws: FetchError.timedOut("no data came")) { try await hasty.value }
        #expect(try await patient.status == 200)
        #expect(begun.withLock(\.self) == 2)
    }

    @Test("random cancellations end every caller and leave nothing running")
    func stress() async throws {
        let server = StubFetcher { endpoint throws(FetchError) in
            for _ in 0..<Int.random(in: 0...20) { await Task.yield() }
            if Task.isCancelled { throw .cancelled }
            return Fetched(Response(body: []), origin: .network)
        }
        let shared = RequestPipeline(server)
        let tasks = (0..<3000).map { number in
            Task {
                let time = Duration.milliseconds(number % 7 == 0 ? 1 : 20_000)
                return try await fetch(
                    shared, .get(Self.api).query("q", .text("\(number % 9)")), within: time)
            }
        }
        for task in tasks where Bool.random() {
            task.cancel()
            if Int.random(in: 0..<10) == 0 { await Task.yield() }
        }
        for task in tasks { _ = await task.result }
        while !shared.coalescer.isIdle { await Task.yield() }
        #expect(server.endpoints.count <= tasks.count)
    }
}

/// A fetcher that calls a closure.
private struct RelayFetcher: Fetcher {
    typealias Answer =
        @Sendable (Endpoint, ProviderInfo, ContinuousClock.Instant) async throws(FetchError) -> Fetched

    let answer: Answer

    init(_ answer: @escaping Answer) { self.answer = answer }

    func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        try await answer(endpoint, provider, deadline)
    }
}
