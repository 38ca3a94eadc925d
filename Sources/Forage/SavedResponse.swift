internal import ForageCore

/// Answers everything with one response that was saved earlier.
struct SavedResponse: Fetcher {
    private let response: Response

    init(_ response: Response) { self.response = response }

    func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        Fetched(response, origin: .file)
    }
}
