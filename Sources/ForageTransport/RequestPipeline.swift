package import ForageCore
package import Platform

/// The stages of a request to a service and back.
///
/// A request follows redirects. Each hop is answered from the cache if HTTP's rules permit it, joins an identical
/// request in progress, waits for the service's limits, and is sent. Afterwards, ``report(_:on:for:)`` receives the
/// provider's verdict on the answer.
package struct RequestPipeline: Fetcher {
    private let redirects: RedirectFollower
    private let cache: HTTPCache?
    let coalescer = FetchCoalescer()
    private let limiter: RateLimiter?
    private let network: (any Fetcher)?
    private let files: (any StreamingFetcher)?
    private let traffic: Traffic
    private let tape: (any ExchangeTape)?

    /// Creates a pipeline.
    ///
    /// - Parameters:
    ///   - network: Sends the requests; nil if offline and in a replay.
    ///   - files: Fetches whole files; nil if not needed.
    ///   - bounds: The hosts that redirects may lead to.
    ///   - cache: Answers requests from a store; nil if nothing is stored.
    ///   - limiter: Applies the services' limits; nil if no service is asked.
    ///   - traffic: Counts answers and bytes.
    ///   - tape: Records the exchanges, or plays recorded ones.
    package init(
        _ network: (any Fetcher)?, files: (any StreamingFetcher)? = nil,
        within bounds: RedirectFollower.Bounds = .anyHost, cache: HTTPCache? = nil,
        limiter: RateLimiter? = nil, traffic: Traffic = Traffic(), tape: (any ExchangeTape)? = nil
    ) {
        redirects = RedirectFollower(bounds: bounds)
        self.cache = cache
        self.limiter = limiter
        self.network = network
        self.files = files
        self.traffic = traffic
        self.tape = tape
    }

    // MARK: - Down

    package func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        let request = FetchRequest(endpoint, for: provider, by: deadline)
        return if let tape { try await tape.exchange(request, follow) } else { try await follow(request) }
    }

    private func follow(_ request: FetchRequest) async throws(FetchError) -> Fetched {
        try await redirects.follow(request, answer)
    }

    private func answer(_ request: FetchRequest) async throws(FetchError) -> Fetched {
        guard let cache else { return try await join(request) }
        let answer = try await cache.answer(request, join)
        traffic.note(answer)
        return answer
    }

    private func join(_ request: FetchRequest) async throws(FetchError) -> Fetched {
        try await coalescer.join(request, limit)
    }

    private func limit(_ request: FetchRequest) async throws(FetchError) -> Fetched {
        guard let limiter else { return try await send(request) }
        return try await limiter.admit(request, send)
    }

    private func send(_ request: FetchRequest) async throws(FetchError) -> Fetched {
        guard let network else {
            throw .unreachable(
                "no answer from \(request.provider.name) is cached, and no requests are sent while offline")
        }
        let answer = try await network.fetch(
            request.endpoint, for: request.provider, by: request.deadline)
        traffic.noteTransfer(byteCount: answer.response.body.count)
        return answer
    }

    // MARK: - Back

    /// Counts an unreadable answer as a failure of the service, and drops useless answers from the cache, so that the
    /// next request asks the service again.
    package func report(_ verdict: AnswerVerdict, on answers: [Fetched], for provider: ProviderInfo) async {
        for answer in answers { await cache?.drop(answer) }
        if verdict == .unreadable, answers.contains(where: { $0.origin == .network }) {
            await limiter?.noteUnreadable(provider.id)
        }
    }

    /// Returns the current time; in a replay, that of the provider's last answer.
    package func now(for provider: ProviderID) -> Date { tape?.now(for: provider) ?? Date() }

    // MARK: - Looking and ending

    /// Returns the cache's decision on a request, with the answers stored for it, and sends nothing; nil if nothing is
    /// stored.
    package func decision(
        on endpoint: Endpoint, for provider: ProviderInfo
    ) async -> (decision: CacheDecision, stored: [StoredResponse])? {
        await cache?.decision(on: endpoint, for: provider)
    }

    /// Returns when all background confirmations have ended.
    package func finish() async { await cache?.finishBackgroundWork() }

    /// Indicates whether a background confirmation is in progress.
    package var hasBackgroundWork: Bool { cache?.hasBackgroundWork == true }
}

extension RequestPipeline: StreamingFetcher {
    /// Fetches a whole file, without the cache and without the services' limits.
    package func open(
        _ endpoint: Endpoint, for provider: ProviderInfo
    ) async throws(FetchError) -> StreamedResponse {
        guard let files else { throw .unreachable("files are not fetched while offline") }
        let answer = try await redirects.follow(endpoint) { endpoint throws(FetchError) in
            try await files.open(endpoint, for: provider)
        }
        return StreamedResponse(answer.head) { [traffic] () throws(FetchError) in
            let bytes = try await answer.next()
            traffic.noteTransfer(byteCount: bytes?.count ?? 0)
            return bytes
        }
    }
}

/// A request in the pipeline, with its provider and deadline.
package struct FetchRequest: Sendable {
    package var endpoint: Endpoint
    package let provider: ProviderInfo
    package let deadline: ContinuousClock.Instant

    package init(_ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant) {
        self.endpoint = endpoint
        self.provider = provider
        self.deadline = deadline
    }

    /// Returns the same request for another endpoint.
    func asking(_ endpoint: Endpoint) -> FetchRequest {
        var copy = self
        copy.endpoint = endpoint
        return copy
    }
}

/// The remaining stages of a request, as one function.
package typealias NextStage = @Sendable (FetchRequest) async throws(FetchError) -> Fetched

/// The outcome of a request: an answer, or the reason why there is none.
package typealias Attempt = Result<Fetched, FetchError>

/// Carries out a request and returns a failure as a value.
func attempt(_ request: FetchRequest, _ next: NextStage) async -> Attempt {
    do throws(FetchError) {
        return .success(try await next(request))
    } catch {
        return .failure(error)
    }
}

/// The outer end of a pipeline, which records exchanges or plays recorded ones.
package protocol ExchangeTape: Sendable {
    /// Carries out a request, or plays its answer.
    func exchange(_ request: FetchRequest, _ next: NextStage) async throws(FetchError) -> Fetched

    /// Returns the time that a provider uses.
    func now(for provider: ProviderID) -> Date
}
