package import ForageCore

/// Stands in place of the network, the cache and all between them: answers as they did.
package struct ReplayedFetcher: Fetcher {
    private let replay: Replay

    package init(_ replay: Replay) { self.replay = replay }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        guard let exchange = replay.exchange(endpoint, for: provider.id) else {
            guard replay.bundle.interruption == nil else { throw .cancelled }
            let address = endpoint.openAddress.map { " to \($0)" } ?? ""
            throw .unreachable("the bundle has no answer to this request\(address)")
        }
        switch exchange.ending {
        case .answer(let response, let origin): return Fetched(response, origin: origin)
        case .failure(let failure): throw failure
        }
    }
}
