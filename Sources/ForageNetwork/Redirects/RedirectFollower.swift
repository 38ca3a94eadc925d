package import ForageCore

/// Goes from redirect to redirect (RFC 9110, 15.4), each hop a request of its own to the fetcher it wraps.
///
/// So every hop may come from a cache, counts for a quota and is held to the rules about keys.
package struct RedirectFollower: Fetcher {
    private let fetcher: any Fetcher

    private static let greatestRedirectCount = 10

    package init(_ fetcher: any Fetcher) { self.fetcher = fetcher }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        var endpoint = endpoint
        for _ in 0...Self.greatestRedirectCount {
            let fetched = try await fetcher.fetch(endpoint, for: provider, by: deadline)
            guard let next = try endpoint.redirected(by: fetched.response) else { return fetched }
            FetchTrace.note(.redirect, "\(fetched.response.status): on to \(next.address)")
            endpoint = next
        }
        throw .broken("\(endpoint.host) redirects more than \(Self.greatestRedirectCount) times")
    }
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
