package import ForageCore

/// Carries out endpoints over the network, and reads the files that a person's settings name.
///
/// An endpoint gets its keys, is sent to where its origin is played, and is followed through redirects;
/// what comes back bears the address that the world knows, and no key. Caching, quotas and retries are
/// fetchers that wrap this one.
package struct NetworkFetcher: Fetcher {
    private let engine: CurlEngine
    private let resolver: KeyResolver
    private let origins: OriginMap
    private let userAgent: String
    private let reach: Reach

    /// Where may be asked.
    package enum Reach: Sendable {
        /// Wherever a provider or a person says.
        case anywhere
        /// Wherever a stranger says: only the open internet, and servers that the person named to play origins.
        case openInternet
    }

    /// How much of an answer is read to its end although less was asked for, to keep its connection.
    private static let smallAnswer = 64 * 1024
    private static let greatestRedirectCount = 10

    /// - Parameters:
    ///   - engine: What makes the exchanges.
    ///   - keys: The keys, and where they may go.
    ///   - origins: Which origins are played by another server.
    ///   - userAgent: The product and its version, and where its makers can be reached.
    ///   - reach: Where may be asked.
    package init(
        engine: CurlEngine, keys: KeyRing = KeyRing(), origins: OriginMap = OriginMap(), userAgent: UserAgent,
        reach: Reach = .anywhere
    ) {
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
            let request = try resolver.resolve(endpoint, at: url, for: provider)
            let (last, reply) = try await follow(request, for: provider, endpoint.limit, by: deadline)
            return Fetched(try Response(reply, to: last, endpoint.limit), origin: .network)
        }
    }

    /// Goes from redirect to redirect; each hop is held to the rules about keys and sent through the map.
    private func follow(
        _ request: KeyedRequest, for provider: About, _ limit: Endpoint.BodyLimit,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> (KeyedRequest, TransferReply) {
        var request = request
        for _ in 0...Self.greatestRedirectCount {
            let wire = origins.address(for: request.url)
            try resolver.check(request, for: provider, over: wire)
            let reply = try await send(request, over: wire, limit, by: deadline)
            guard let next = try request.redirected(by: reply, over: wire) else { return (request, reply) }
            request = next
        }
        throw .broken("\(request.url.host) redirects more than \(Self.greatestRedirectCount) times")
    }

    private func send(
        _ request: KeyedRequest, over wire: WebURL, _ limit: Endpoint.BodyLimit,
        by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> TransferReply {
        var transfer = Transfer(
            wire, method: request.method, headers: request.headers, bodyLimit: limit.byteCount,
            deadline: deadline)
        transfer.headers.append("User-Agent", userAgent)
        transfer.isForOpenInternet = reach == .openInternet && !origins.isPlayer(wire.origin)
        if case .prefix(let count) = limit {
            transfer.bodyLimit = max(count, Self.smallAnswer)
            transfer.headers.append("Range", "bytes=0-\(max(1, count) - 1)")
            transfer.acceptedEncodings = "identity"
        }
        do { return try await engine.perform(transfer) } catch {
            throw FetchFailure(error.naming(request.url.host, for: wire.host))
        }
    }
}
