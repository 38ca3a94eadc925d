package import ForageCore

extension NetworkFetcher: StreamingFetcher {
    package func open(
        _ endpoint: Endpoint, for provider: About
    ) async throws(FetchFailure) -> StreamedResponse {
        guard case .web(let url) = endpoint.target else { throw .notAllowed("a file need not be fetched") }
        let request = try resolver.resolve(endpoint, at: url, for: provider)
        guard !request.carriesKeys else { throw .notAllowed("keys do not go with files") }
        let wire = origins.address(for: request.url)
        var transfer = transfer(for: request, over: wire, bodyLimit: .max)
        // The bytes are kept as they come, and a length or a part of what is packed would be of no use.
        transfer.acceptedEncodings = "identity"
        transfer.isStreamed = true
        let body = engine.open(transfer)
        let naming = { @Sendable (failure: TransferFailure) in
            FetchFailure(failure.naming(url.host, for: wire.host))
        }
        let reply: TransferReply
        do throws(TransferFailure) { reply = try await body.head() } catch { throw naming(error) }
        return StreamedResponse(try head(of: reply, to: request, over: wire)) { () throws(FetchFailure) in
            do throws(TransferFailure) { return try await body.next() } catch { throw naming(error) }
        }
    }

    private func head(
        of reply: TransferReply, to request: KeyedRequest, over wire: WebURL
    ) throws(FetchFailure) -> Response {
        let location = try request.location(in: reply, over: wire, origins)
        return try Response(reply, to: request, .whole(.max), location: location)
    }
}
