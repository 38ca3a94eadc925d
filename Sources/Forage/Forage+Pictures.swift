package import ForageCore

extension Forage {
    /// Fetches a picture to look at. Its address is a stranger's word: it gets to the open internet only, on every hop,
    /// and with no key.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - greatestByteCount: The most bytes; reading stops there, whatever the server promised or sends.
    ///   - deadline: When nobody waits for it any more.
    /// - Returns: The answer, whatever its status.
    /// - Throws: ``ForageCore/FetchFailure`` when there is no answer.
    package func picture(
        at url: WebURL, upTo greatestByteCount: Int, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> Response {
        var endpoint = Endpoint.get(url).header("Accept", "image/*")
        endpoint.limit = .whole(greatestByteCount)
        return try await pipeline.pictures.fetch(endpoint, for: .pictures, by: deadline).response
    }
}
