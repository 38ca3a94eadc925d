internal import ForageCore

/// Stands where the network would be: offline no socket is opened.
struct NobodyAsked: Fetcher, StreamingFetcher {
    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        throw .unreachable("\(provider.name) is not asked offline, and nothing is stored")
    }

    func open(
        _ endpoint: Endpoint, for provider: About
    ) async throws(FetchFailure) -> StreamedResponse {
        throw .unreachable("nobody is asked for a file offline")
    }
}
