internal import ForageCore

extension KeyedRequest {
    /// The request that a reply sends us on to (RFC 9110, 15.4); nil where the reply is the answer.
    ///
    /// A relative location is one of the address that the world knows, and goes through the map like it.
    /// Keys and credentials stay with the origin they were meant for, under both of its names: the one the
    /// world knows and the one of the server that plays it. Once left behind they do not come back.
    func redirected(by reply: TransferReply, over wire: WebURL) throws(FetchFailure) -> KeyedRequest? {
        guard Self.statuses.contains(reply.status), let location = reply.headers["Location"] else {
            return nil
        }
        let target = try url.target(ofLocation: location)
        let isSameOrigin = target.origin == url.origin || target.origin == wire.origin
        if url.isSecure, !target.isSecure, !isSameOrigin {
            throw .notAllowed("\(url.host) redirects from https to http, which is not followed")
        }
        var next = self
        next.url = target
        next.shownURL = WebURL(redaction.apply(to: target.text)) ?? target.withoutQuery
        next.method = method(after: reply.status)
        if !isSameOrigin {
            guard !redaction.finds(in: location) else {
                throw .notAllowed("\(url.host) redirects to \(target.host) with a key, which is not followed")
            }
            next.fields.removeAll(where: \.isSecret)
            next.carriesKeys = false
        }
        return next
    }

    private static let statuses: Set = [301, 302, 303, 307, 308]

    private func method(after status: Int) -> Endpoint.Method {
        switch (status, method) {
        case (303, .post), (302, .post), (301, .post): .get
        default: method
        }
    }
}

extension WebURL {
    fileprivate func target(ofLocation location: String) throws(FetchFailure) -> WebURL {
        let scheme = location.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        let isAbsolute = !scheme.isEmpty && location.dropFirst(scheme.count).first == ":"
        if isAbsolute, !["http", "https"].contains(scheme.lowercased()) {
            throw .notAllowed("\(host) redirects to an address of \(scheme), which is not followed")
        }
        guard let target = isAbsolute ? WebURL(location) : resolving(location) else {
            throw .broken("\(host) redirects to something that is no address")
        }
        return target
    }

    /// The address that a relative reference stands for (RFC 3986, 5.2); libcurl takes care of dots in it.
    private func resolving(_ reference: String) -> WebURL? {
        if reference.hasPrefix("//") { return WebURL((isSecure ? "https:" : "http:") + reference) }
        if reference.hasPrefix("/") { return WebURL(origin.description + reference) }
        if reference.isEmpty || reference.hasPrefix("#") { return self }
        let path = origin.description + self.path
        if reference.hasPrefix("?") { return WebURL(path + reference) }
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? path[...]
        return WebURL(folder + reference)
    }
}
