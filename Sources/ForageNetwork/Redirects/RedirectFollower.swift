package import ForageCore

/// Goes from redirect to redirect (RFC 9110, 15.4), each hop a request of its own to the fetcher it wraps.
///
/// So every hop may come from a cache, counts for a quota and is held to the rules about keys.
package struct RedirectFollower: Fetcher {
    private let fetcher: any Fetcher
    private let bounds: Bounds

    /// How far redirects may lead.
    package enum Bounds: Sendable {
        /// To any host, without the keys.
        case anyHost
        /// To the hosts that the provider declares, for one that a stranger described.
        case declaredHosts
    }

    static let greatestRedirectCount = 10

    /// - Parameters:
    ///   - fetcher: Carries out each hop.
    ///   - bounds: How far redirects may lead.
    package init(_ fetcher: any Fetcher, bounds: Bounds = .anyHost) {
        self.fetcher = fetcher
        self.bounds = bounds
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        var endpoint = endpoint
        for _ in 0...Self.greatestRedirectCount {
            let fetched = try await fetcher.fetch(endpoint, for: provider, by: deadline)
            guard let next = try endpoint.redirected(by: fetched.response) else { return fetched }
            try check(next, for: provider)
            FetchTrace.note(.redirect, "\(fetched.response.status): on to \(next.address)")
            endpoint = next
        }
        throw .broken("\(endpoint.host) redirects more than \(Self.greatestRedirectCount) times")
    }

    private func check(_ hop: Endpoint, for provider: About) throws(FetchFailure) {
        guard case .declaredHosts = bounds, case .web(let url) = hop.target,
            !provider.origins.contains(where: { $0.leads(to: url) })
        else { return }
        throw .notAllowed("\(provider.id) redirects to \(url.origin), which it does not list in \"hosts\"")
    }
}

extension Origin {
    /// Whether an address is there, or at the same host over TLS.
    fileprivate func leads(to url: WebURL) -> Bool { self == url.origin || host == url.host && url.isSecure }
}

extension Endpoint {
    fileprivate var address: String {
        switch target {
        case .web(let url): url.text
        case .file(let file): file.path
        }
    }

    fileprivate var host: String {
        switch target {
        case .web(let url): url.host
        case .file(let file): file.path
        }
    }
}
