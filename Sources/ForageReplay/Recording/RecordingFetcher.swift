package import ForageCore

/// Writes down every request that goes through it, and what came of it.
package struct RecordingFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let recorder: Recorder

    package init(_ fetcher: any Fetcher, _ recorder: Recorder) {
        self.fetcher = fetcher
        self.recorder = recorder
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Fetched {
        do throws(FetchFailure) {
            let fetched = try await fetcher.fetch(endpoint, for: provider, by: deadline)
            recorder.note(endpoint, for: provider.id, .answer(fetched.response, fetched.origin))
            return fetched
        } catch {
            recorder.note(endpoint, for: provider.id, .failure(error))
            throw error
        }
    }
}
