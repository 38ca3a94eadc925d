package import ForageCore

/// Carries out endpoints over the network, and reads the files that a person's settings name.
///
/// An endpoint gets its keys and is sent to where its origin is played, once; what comes back bears addresses
/// that the world knows, and no key. Redirects, caching, quotas and retries are fetchers that wrap this one.
package struct NetworkFetcher: Fetcher {
    let engine: CurlEngine
    let resolver: KeyResolver
    let origins: OriginMap
    let tokens: Tokens
    private let userAgent: String
    private let reach: Reach
    private let isEnough: (@Sendable ([UInt8]) -> Bool)?

    /// Where may be asked.
    package enum Reach: Sendable {
        /// Wherever a provider or a person says.
        case anywhere
        /// Wherever a stranger says: only the open internet, and servers that the person named to play origins.
        case openInternet
    }

    /// What a server answers that is asked for a host which is not its own (RFC 9110, 15.5.20).
    private static let misdirected = 421

    /// How much of an answer is read to its end although less was asked for, to keep its connection.
    private static let smallAnswer = 64 * 1024

    /// - Parameters:
    ///   - engine: What makes the exchanges.
    ///   - keys: The keys, and where they may go.
    ///   - origins: Which origins are played by another server.
    ///   - userAgent: The product and its version, and where its makers can be reached.
    ///   - reach: Where may be asked.
    ///   - isEnough: Whether the beginning of a file tells what beginnings are asked for, so that a server which keeps
    ///     back the rest need not be waited for.
    ///   - now: Tells when tokens are to be renewed.
    package init(
        engine: CurlEngine, keys: KeyRing = KeyRing(), origins: OriginMap = OriginMap(), userAgent: UserAgent,
        reach: Reach = .anywhere, isEnough: (@Sendable ([UInt8]) -> Bool)? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        tokens = Tokens(now: now)
        self.isEnough = isEnough
        self.reach = reach
        self.engine = engine
        self.origins = origins
        self.userAgent = userAgent.text
        resolver = KeyResolver(keys: keys)
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        switch endpoint.target {
        case .file(let file):
            return Fetched(try FileReader.response(from: file, upTo: endpoint.limit), origin: .file)
        case .web(let url):
            let token = try await token(for: provider, at: url, by: deadline)
            let response = try await response(to: endpoint, at: url, for: provider, with: token, by: deadline)
            guard let token, response.refusesToken else { return Fetched(response, origin: .network) }
            tokens.drop(token, of: provider.id)
            let next = try await self.token(for: provider, at: url, by: deadline)
            return Fetched(
                try await self.response(to: endpoint, at: url, for: provider, with: next, by: deadline),
                origin: .network)
        }
    }

    private func response(
        to endpoint: Endpoint, at url: WebURL, for provider: About, with token: Token?,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Response {
        let request = try resolver.resolve(endpoint, at: url, for: provider, with: token)
        return try await response(to: request, endpoint.limit, for: provider, by: deadline)
    }

    /// Makes one exchange on behalf of a provider.
    func response(
        to request: KeyedRequest, _ limit: Endpoint.BodyLimit, for provider: About,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Response {
        let wire = origins.address(for: request.url)
        try resolver.check(request, for: provider, over: wire)
        let reply = try await tracedReply(to: request, over: wire, limit, by: deadline)
        if origins.hasOnePlayer, reply.status == Self.misdirected {
            throw .notPlayed("the sandbox does not play \(request.url.host)")
        }
        let location = try request.location(in: reply, over: wire, origins)
        return try Response(reply, to: request, limit, location: location)
    }

    private func tracedReply(
        to request: KeyedRequest, over wire: WebURL, _ limit: Endpoint.BodyLimit,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> TransferReply {
        let player = wire.origin == request.url.origin ? "" : " at \(wire.origin)"
        let subject = "\(request.method) \(request.shownURL)\(player)"
        let start = ContinuousClock.now
        do throws(FetchFailure) {
            let reply = try await send(request, over: wire, limit, by: deadline)
            FetchTrace.note(
                .network, "\(subject): \(reply.status), \(reply.body.count) bytes (\(reply.timings))")
            return reply
        } catch {
            let milliseconds = Int(((ContinuousClock.now - start) / .milliseconds(1)).rounded())
            FetchTrace.note(.network, "\(subject): failed after \(milliseconds) ms: \(error)")
            throw error
        }
    }

    private func send(
        _ request: KeyedRequest, over wire: WebURL, _ limit: Endpoint.BodyLimit,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> TransferReply {
        var transfer = transfer(for: request, over: wire, bodyLimit: limit.byteCount)
        transfer.deadline = deadline
        if case .prefix(let count) = limit {
            transfer.bodyLimit = max(count, Self.smallAnswer)
            if let isEnough { transfer.isEnough = { isEnough(Array($0.prefix(count))) } }
            transfer.headers.append("Range", "bytes=0-\(max(1, count) - 1)")
        }
        // A part of a packed body is of no use.
        if transfer.headers["Range"] != nil { transfer.acceptedEncodings = "identity" }
        do { return try await engine.perform(transfer) } catch {
            throw FetchFailure(error.naming(request.url.host, for: wire.host))
        }
    }

    /// The exchange that carries a request, wherever it may go.
    func transfer(for request: KeyedRequest, over wire: WebURL, bodyLimit: Int) -> Transfer {
        var transfer = Transfer(
            wire, method: request.method, headers: request.headers, bodyLimit: bodyLimit)
        transfer.form = request.form
        transfer.headers.append("User-Agent", userAgent)
        transfer.isForOpenInternet = reach == .openInternet && !origins.isPlayer(wire.origin)
        return transfer
    }
}
