internal import ForageCore

extension Response {
    /// What a reply says to the core: the body unpacked, its header fields true of it, no key anywhere.
    init(
        _ reply: TransferReply, to request: KeyedRequest, _ limit: Endpoint.BodyLimit, location: String?
    ) throws(FetchError) {
        // Who asked for a range by name knows which.
        if reply.status == 206, request.headers["Range"] == nil,
            reply.headers["Content-Range"]?.hasPrefix("bytes 0-") != true
        {
            throw .broken("\(request.url.host) sent another part of the file than was asked for")
        }
        guard reply.headers.mayTellLength else {
            throw .broken("\(request.url.host) sent an answer of a length that cannot be, or of two")
        }
        let redaction = request.redaction
        let body = limit.wanted(of: reply.body)
        self.init(
            url: request.shownURL, status: reply.status,
            headers: Self.headers(of: reply, redaction, location), body: redaction.apply(to: body),
            completeness: reply.isPart(sentTo: request, limit)
                ? .cutOff : Completeness(reply.completeness, limit))
    }

    /// libcurl has unpacked the body, so the fields that describe the packed one go.
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
    /// Whether what they say of the body's length can be (RFC 9112, 6.3).
    fileprivate var mayTellLength: Bool {
        guard self["Transfer-Encoding"] == nil else { return true }
        let lengths = lines(of: "Content-Length").flatMap { HTTPSyntax.members(of: $0) }
        return lengths.allSatisfy { $0 == lengths[0] && HTTPSyntax.byteCount($0) != nil }
    }
}

extension Endpoint.BodyLimit {
    /// What was asked for of a body that may be longer.
    fileprivate func wanted(of body: [UInt8]) -> [UInt8] {
        body.count > byteCount ? Array(body.prefix(byteCount)) : body
    }
}

extension TransferReply {
    /// Whether a server says that this is the beginning of something, all of which was asked for.
    fileprivate func isPart(sentTo request: KeyedRequest, _ limit: Endpoint.BodyLimit) -> Bool {
        guard status == 206, request.headers["Range"] == nil, case .whole = limit,
            headers["Content-Encoding"] == nil,
            let total = headers["Content-Range"]?.split(separator: "/").last.flatMap({ Int($0) })
        else { return false }
        return body.count < total
    }
}

extension Response.Completeness {
    /// As much as was asked for is whole, also where a server ignored the range and had to be stopped.
    init(_ completeness: TransferReply.Completeness, _ limit: Endpoint.BodyLimit) {
        switch (completeness, limit) {
        case (.whole, _), (.stoppedAtLimit, .prefix): self = .whole
        case (.stoppedAtLimit, .whole): self = .overLimit
        case (.cutOff, _): self = .cutOff
        }
    }
}
