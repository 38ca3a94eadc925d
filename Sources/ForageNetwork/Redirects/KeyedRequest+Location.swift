internal import ForageCore

extension KeyedRequest {
    /// Where a reply sends us on to: an address that the world knows, without the keys that a server repeats in it.
    ///
    /// A relative location is one of the address that the world knows; one at the server that plays its origin
    /// means an origin that is played.
    func location(
        in reply: TransferReply, over wire: WebURL, _ origins: OriginMap
    ) throws(FetchFailure) -> String? {
        guard let location = reply.headers["Location"] else { return nil }
        guard let target = try? url.target(ofLocation: location) else { return redaction.apply(to: location) }
        let isPlayed = target.origin == wire.origin && target.origin != url.origin
        let known = isPlayed ? origins.knownAddress(of: target, near: url) ?? target : target
        guard redaction.findsInAddress(location) else { return isPlayed ? known.text : location }
        return try withoutKeys(known).text
    }

    private func withoutKeys(_ target: WebURL) throws(FetchFailure) -> WebURL {
        guard target.origin == url.origin else {
            throw .notAllowed("\(url.host) redirects to \(target.host) with a key, which is not followed")
        }
        guard let open = target.dropping({ redaction.findsInAddress($0) }),
            !redaction.findsInAddress(open.text)
        else { throw .notAllowed("\(url.host) redirects with a key in the path, which is not followed") }
        return open
    }
}

extension Redaction {
    /// Also in a spelling of their own that addresses allow.
    fileprivate func findsInAddress(_ text: some StringProtocol) -> Bool {
        finds(in: String(text)) || PercentEncoding.decode(text).map { finds(in: $0) } == true
    }
}
