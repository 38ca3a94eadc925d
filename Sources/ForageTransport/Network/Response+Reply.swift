internal import ForageCore

extension Response {
    /// Creates a response from a reply: with a decompressed body, matching header fields, and no key.
    init(
        _ reply: TransferReply, to request: KeyedRequest, _ limit: Endpoint.BodyLimit, location: String?
    ) throws(FetchError) {
        // A request with its own `Range` field may receive any part.
        if reply.status == 206, request.headers["Range"] == nil,
            reply.headers["Content-Range"]?.hasPrefix("bytes 0-") != true
        {
            throw .broken("\(request.url.host) sent a different part of the file than requested")
        }
        guard reply.headers.mayTellLength else {
            throw .broken("\(request.url.host) sent an answer with an invalid or contradictory length")
        }
        let redaction = request.redaction
        let body = limit.wanted(of: reply.body)
        self.init(
            url: request.shownURL, status: reply.status,
            headers: Self.headers(of: reply, redaction, location), body: redaction.apply(to: body),
            completeness: reply.isPart(sentTo: request, limit)
                ? .cutOff : Completeness(reply.completeness, limit))
    }

    /// Returns the header fields without those that describe the compressed body, because libcurl has decompressed it.
    private static func headers(
        of reply: TransferReply, _ redaction: Redaction, _ location: String?
    ) -> Headers {
        let isPacked = reply.headers["Content-Encoding"] != nil
        var headers = reply.headers
        headers.removeAll(
            named: isPacked ? ["content-encoding", "content-length", "location"] : ["location"])
        if headers.fields.contains(where: { redaction.finds(in: $0.value) }) {
            headers = Headers(headers.fields.map { Headers.Field($0.name, redaction.apply(to: $0.value)) })
        }
        if let location { headers.append("Location", location) }
        return headers
    }
}

extension Headers {
    /// Indicates whether the stated length of the body is valid (RFC 9112, 6.3).
    fileprivate var mayTellLength: Bool {
        guard self["Transfer-Encoding"] == nil else { return true }
        let lengths = lines(of: "Content-Length").flatMap { HTTPSyntax.members(of: $0) }
        return lengths.allSatisfy { $0 == lengths[0] && HTTPSyntax.byteCount($0) != nil }
    }
}

extension Endpoint.BodyLimit {
    /// Returns the requested part of a body that may be longer.
    fileprivate func wanted(of body: [UInt8]) -> [UInt8] {
        body.count > byteCount ? Array(body.prefix(byteCount)) : body
    }
}

extension TransferReply {
    /// Indicates whether a server sent only the beginning, although the whole was requested.
    fileprivate func isPart(sentTo request: KeyedRequest, _ limit: Endpoint.BodyLimit) -> Bool {
        guard status == 206, request.headers["Range"] == nil, case .whole = limit,
            headers["Content-Encoding"] == nil,
            let total = headers["Content-Range"]?.split(separator: "/").last.flatMap({ Int($0) })
        else { return false }
        return body.count < total
    }
}

extension Response.Completeness {
    /// Creates the completeness relative to the request: the requested part counts as whole, even if a server ignored
    /// the range and had to be stopped.
    init(_ completeness: TransferReply.Completeness, _ limit: Endpoint.BodyLimit) {
        switch (completeness, limit) {
        case (.whole, _), (.stoppedAtLimit, .prefix): self = .whole
        case (.stoppedAtLimit, .whole): self = .overLimit
        case (.cutOff, _): self = .cutOff
        }
    }
}
