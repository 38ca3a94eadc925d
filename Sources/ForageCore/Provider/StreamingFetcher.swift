/// Carries out a request and hands over the body as it comes, however long it is.
package protocol StreamingFetcher: Sendable {
    /// Carries out one request. Nothing but its own end limits the time it takes, as long as bytes come.
    ///
    /// - Parameters:
    ///   - endpoint: The request. A range of the file is asked for by a header field.
    ///   - provider: On whose behalf.
    /// - Returns: The status and the header fields, with the body behind them.
    /// - Throws: ``FetchFailure`` when there is no answer.
    func open(_ endpoint: Endpoint, for provider: About) async throws(FetchFailure) -> StreamedResponse
}

/// An answer whose body is still on its way. The transfer ends when nobody holds it any more.
package struct StreamedResponse: Sendable {
    /// The address that answered, the status and the header fields; the body is not in it.
    package let head: Response
    private let read: @Sendable () async throws(FetchFailure) -> [UInt8]?

    /// Joins a head with what reads the body.
    package init(_ head: Response, read: @escaping @Sendable () async throws(FetchFailure) -> [UInt8]?) {
        self.head = head
        self.read = read
    }

    /// The next bytes of the body as they are on the wire; nil at its end.
    package func next() async throws(FetchFailure) -> [UInt8]? { try await read() }
}
