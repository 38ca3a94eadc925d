package import ForageCore

/// What came of a request: an answer, or why there is none.
package typealias Attempt = Result<Fetched, FetchFailure>

extension Fetcher {
    /// Carries out one request; a failure is a value.
    func attempt(
        _ endpoint: Endpoint, for provider: About, by deadline: ContinuousClock.Instant
    ) async -> Attempt {
        do throws(FetchFailure) {
            return .success(try await fetch(endpoint, for: provider, by: deadline))
        } catch {
            return .failure(error)
        }
    }
}
