package import ForageCore

extension Forage {
    /// Fetches a picture to look at, as those are that are measured: from the open internet only, and with no key.
    ///
    /// - Parameters:
    ///   - url: Where it is.
    ///   - deadline: When nobody waits for it any more.
    /// - Returns: Its bytes, all of them.
    /// - Throws: ``ForageCore/FetchFailure`` where it does not come whole.
    package func picture(
        at url: WebURL, by deadline: ContinuousClock.Instant
    ) async throws(FetchFailure) -> [UInt8] {
        var endpoint = Endpoint.get(url).header("Accept", "image/*")
        endpoint.limit = .whole(8 << 20)
        let response = try await pipeline.pictures.fetch(
            endpoint, for: About(strangerAt: url), by: deadline
        ).response
        guard response.status == 200 else {
            throw .broken("\(url.host) answered with status \(response.status)")
        }
        switch response.completeness {
        case .whole: return response.body
        case .cutOff: throw .broken("\(url.host) sent a part of it only")
        case .overLimit: throw .broken("it is larger than 8 MiB")
        }
    }
}
