package import ForageCore

/// Sends requests through a fetcher that is not Forage's own.
///
/// It inserts the keys of an endpoint if they may be sent to its origin, so that the fetcher receives a complete request,
/// and removes them from the response. Files that a setting names are read without the fetcher.
package struct CustomFetcher: Fetcher {
    private let fetcher: any Fetcher
    private let resolver: KeyResolver

    /// Creates a wrapper.
    ///
    /// - Parameters:
    ///   - fetcher: Sends the requests.
    ///   - keys: The keys, with the origins that may receive them.
    package init(_ fetcher: any Fetcher, keys: KeyRing = KeyRing()) {
        self.fetcher = fetcher
        resolver = KeyResolver(keys: keys)
    }

    package func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        switch endpoint.target {
        case .file(let file):
            return Fetched(try FileReader.response(from: file, upTo: endpoint.limit), origin: .file)
        case .web(let url):
            let request = try resolver.resolve(endpoint, at: url, for: provider)
            try resolver.check(request, for: provider, over: request.url)
            var filled = Endpoint.get(request.url)
            filled.method = request.method
            filled.body = endpoint.body
            filled.headers = request.headers.fields.map {
                Endpoint.Field(name: $0.name, value: [.text($0.value)])
            }
            filled.limit = endpoint.limit
            var fetched = try await fetcher.fetch(filled, for: provider, by: deadline)
            fetched.response.keep(request.redaction, at: request.shownURL, limit: endpoint.limit)
            return fetched
        }
    }
}

extension CustomFetcher: StreamingFetcher {
    /// Fetches a whole file at once.
    package func open(
        _ endpoint: Endpoint, for provider: ProviderInfo
    ) async throws(FetchError) -> StreamedResponse {
        let fetched = try await fetch(endpoint, for: provider, by: .now + Self.greatestFileTime)
        var head = fetched.response
        head.body = []
        let body = OneTimeBody(fetched.response.body)
        return StreamedResponse(head) { () throws(FetchError) in await body.take() }
    }

    private static let greatestFileTime: Duration = .seconds(600)
}

/// A body that is delivered once.
private actor OneTimeBody {
    private var bytes: [UInt8]?

    init(_ bytes: [UInt8]) { self.bytes = bytes.isEmpty ? nil : bytes }

    func take() -> [UInt8]? {
        defer { bytes = nil }
        return bytes
    }
}

extension Response {
    /// Removes the keys from the response, and cuts off its body at the limit.
    fileprivate mutating func keep(_ redaction: Redaction, at url: WebURL, limit: Endpoint.BodyLimit) {
        self.url = url
        headers = Headers(headers.fields.map { Headers.Field($0.name, redaction.apply(to: $0.value)) })
        body = redaction.apply(to: body)
        guard body.count > limit.byteCount else { return }
        body.removeLast(body.count - limit.byteCount)
        if case .whole = limit { completeness = .overLimit }
    }
}
