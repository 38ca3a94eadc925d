package import ForageCore

/// Goes from redirect to redirect for files whose bodies are read as they come.
package struct StreamingFollower: StreamingFetcher {
    private let fetcher: any StreamingFetcher

    /// - Parameter fetcher: Carries out each hop.
    package init(_ fetcher: any StreamingFetcher) { self.fetcher = fetcher }

    package func open(
        _ endpoint: Endpoint, for provider: About
    ) async throws(FetchFailure) -> StreamedResponse {
        var endpoint = endpoint
        for _ in 0...RedirectFollower.greatestRedirectCount {
            let answer = try await fetcher.open(endpoint, for: provider)
            guard let next = try endpoint.redirected(by: answer.head) else { return answer }
            FetchTrace.note(.redirect, "\(answer.head.status): on to another address")
            endpoint = next
        }
        throw .broken(
            "the file's address redirects more than \(RedirectFollower.greatestRedirectCount) times")
    }
}
