internal import ForageCore

/// Reaches the origin of a test without a socket, and makes of its answer what an HTTP client would.
struct OriginFetcher: Fetcher {
    private let origin: TestOrigin

    init(_ origin: TestOrigin) { self.origin = origin }

    func fetch(
        _ endpoint: Endpoint, for provider: ProviderInfo, by deadline: ContinuousClock.Instant
    ) async throws(FetchError) -> Fetched {
        guard case .web(let url) = endpoint.target else { throw .notAllowed("no files here") }
        var headers = Headers()
        for field in endpoint.headers { headers.append(field.name, field.value.map(\.shown).joined()) }
        let answer = origin.answer(endpoint.method.text, url.path, headers)
        guard !answer.isDisconnected else { throw .unreachable("\(url.host) closed the connection") }
        var response = Response(url: url, status: answer.status, headers: answer.headers, body: answer.body)
        // A body ends where Content-Length says, or is cut off before that.
        if !answer.body.isEmpty, let length = answer.headers["Content-Length"].flatMap({ Int($0) }) {
            response.body = Array(answer.body.prefix(length))
            response.completeness = length > answer.body.count ? .cutOff : .whole
        }
        return Fetched(response, origin: .network)
    }
}

extension Endpoint.Piece {
    /// The text; empty for the other pieces, which no test has.
    fileprivate var shown: String { if case .text(let text) = self { text } else { "" } }
}
