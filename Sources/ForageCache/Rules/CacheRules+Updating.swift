internal import Essentials
package import ForageCore

extension CacheRules {
    /// A stored answer as a confirmation leaves it (RFC 9111, 4.3.4).
    ///
    /// - Returns: Nil when the confirmation is of another answer than the stored one.
    package func confirmed(
        _ stored: StoredResponse, by response: Response, to request: CacheRequest, _ times: ExchangeTimes
    ) -> StoredResponse? {
        guard Self.isSame(stored, response.headers) else { return nil }
        return Self.updated(stored, by: response, to: request, times)
    }

    /// A stored answer as the answer to a `HEAD` leaves it (RFC 9111, 4.3.5).
    ///
    /// - Returns: Nil when there is another answer now than the stored one.
    package func updated(
        _ stored: StoredResponse, byHead response: Response, to request: CacheRequest, _ times: ExchangeTimes
    ) -> StoredResponse? {
        let stated = response.headers.lines(of: "Content-Length").first
        let length = stored.headers.lines(of: "Content-Length").first ?? stored.total.map(String.init)
        let isSameTime =
            response.headers["Last-Modified"] == nil
            || response.headers["Last-Modified"] == stored.headers["Last-Modified"]
        guard Self.isSame(stored, response.headers), isSameTime, stated == nil || stated == length else {
            return nil
        }
        return Self.updated(stored, by: response, to: request, times)
    }

    /// A validator that is there must be the stored one; one that is missing says nothing.
    private static func isSame(_ stored: StoredResponse, _ headers: Headers) -> Bool {
        if let tag = headers.lines(of: "ETag").first {
            guard let own = Validators(stored).entityTag else { return false }
            return EntityTag.weakForm(tag) == EntityTag.weakForm(own)
        }
        guard let time = headers.lines(of: "Last-Modified").first, Validators(stored).entityTag == nil,
            let own = stored.headers.lines(of: "Last-Modified").first
        else { return true }
        return time == own
    }

    private static func updated(
        _ stored: StoredResponse, by response: Response, to request: CacheRequest, _ times: ExchangeTimes
    ) -> StoredResponse {
        var updated = stored
        updated.headers = StoredFields.update(stored.headers, by: response.headers, received: times.received)
        // It may hang on other fields now, if that is said; and what it is known to fit is this request.
        if response.headers["Vary"] != nil, let names = VariantFields.names(in: response.headers),
            names != stored.variant.map(\.name)
        {
            updated.variant = VariantFields.of(request, named: names)
        }
        updated.requested = times.requested
        updated.received = times.received
        return updated
    }

    /// The keys whose answers a request has made worthless (RFC 9111, 4.4).
    package func invalidated(by response: Response, to request: CacheRequest) -> [CacheKey] {
        guard !request.method.isSafe, (200...399).contains(response.status) else { return [] }
        guard let url = WebURL(request.key.text) else { return [request.key] }
        let others = ["Location", "Content-Location"].compactMap { name in
            response.headers.lines(of: name).first.flatMap { url.resolving($0) }
        }
        return [request.key] + others.filter { $0.origin == url.origin }.map { CacheKey($0) }
    }
}
