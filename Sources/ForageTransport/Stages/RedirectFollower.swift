package import ForageCore

/// Follows redirects (RFC 9110, 15.4), and makes a separate request for each hop.
///
/// Each hop can therefore come from a cache, counts towards a quota, and is subject to the rules about keys.
package struct RedirectFollower: Sendable {
    private let bounds: Bounds

    /// The hosts that redirects may lead to.
    package enum Bounds: Sendable {
        /// Any host, without the keys.
        case anyHost
        /// The hosts that the provider declares, for a provider whose definition comes from a third party.
        case declaredHosts
    }

    private static let greatestRedirectCount = 10

    /// - Parameter bounds: The hosts that redirects may lead to.
    package init(bounds: Bounds = .anyHost) { self.bounds = bounds }

    /// Carries out a request and follows the redirects of its answers.
    package func follow(_ request: FetchRequest, _ next: NextStage) async throws(FetchError) -> Fetched {
        var request = request
        for _ in 0...Self.greatestRedirectCount {
            let fetched = try await next(request)
            guard let hop = try request.endpoint.redirected(by: fetched.response) else { return fetched }
            try check(hop, for: request.provider)
            FetchTrace.note(.redirect, "\(fetched.response.status): redirected to \(hop.address)")
            request = request.asking(hop)
        }
        throw .broken("\(request.endpoint.host) redirects more than \(Self.greatestRedirectCount) times")
    }

    /// Does the same for a file whose body is read as it arrives. It may lead to any host, and addresses are not
    /// traced.
    func follow(
        _ endpoint: Endpoint, _ open: (Endpoint) async throws(FetchError) -> StreamedResponse
    ) async throws(FetchError) -> StreamedResponse {
        var endpoint = endpoint
        for _ in 0...Self.greatestRedirectCount {
            let answer = try await open(endpoint)
            guard let hop = try endpoint.redirected(by: answer.head) else { return answer }
            FetchTrace.note(.redirect, "\(answer.head.status): redirected to another address")
            endpoint = hop
        }
        throw .broken("the file's address redirects more than \(Self.greatestRedirectCount) times")
    }

    private func check(_ hop: Endpoint, for provider: ProviderInfo) throws(FetchError) {
        guard case .declaredHosts = bounds, case .web(let url) = hop.target,
            !provider.origins.contains(where: { $0.leads(to: url) })
        else { return }
        throw .notAllowed("\(provider.id) redirects to \(url.origin), which it does not list in \"hosts\"")
    }
}

extension Endpoint {
    /// Returns the endpoint that a redirect leads to; nil if the answer is not a redirect.
    ///
    /// Keys and credentials are sent only to their own origin. Once a hop leaves that origin, later hops do not get
    /// them back.
    func redirected(by response: Response) throws(FetchError) -> Endpoint? {
        guard response.isRedirect, case .web(let asked) = target, let location = response.headers["Location"]
        else { return nil }
        let url = response.url ?? asked
        let next = try url.target(ofLocation: location)
        guard next.isSecure || !url.isSecure else {
            throw .notAllowed(
                "\(url.host) redirects to \(next.host) without TLS; this redirect is not followed")
        }
        return sent(on: next, from: url, after: response.status)
    }

    private func sent(on next: WebURL, from url: WebURL, after status: Int) -> Endpoint {
        var endpoint = self
        endpoint.target = .web(next)
        endpoint.method = method(after: status)
        if endpoint.method != method { endpoint.body = nil }
        if next.origin == url.origin {
            let names = next.queryNames
            endpoint.query.removeAll { !$0.holdsKey || names.contains($0.name) }
        } else {
            endpoint.query = []
            endpoint.headers.removeAll(where: \.isCredential)
        }
        return endpoint
    }

    private func method(after status: Int) -> Method {
        switch status {
        case 301, 302: method == .post ? .get : method
        case 303: method == .head ? .head : .get
        default: method
        }
    }
}

extension Response {
    /// The statuses of automatic redirects.
    static let redirectStatuses: Set = [301, 302, 303, 307, 308]

    fileprivate var isRedirect: Bool { Self.redirectStatuses.contains(status) }
}

extension KeyedRequest {
    /// Returns the target of a redirect as a public address, without the keys that a server may repeat in it.
    ///
    /// A relative location refers to the public address. One at the server that replaces an origin is mapped to the played
    /// origin.
    func location(
        in reply: TransferReply, over wire: WebURL, _ origins: OriginMap
    ) throws(FetchError) -> String? {
        guard let location = reply.headers["Location"] else { return nil }
        guard Response.redirectStatuses.contains(reply.status),
            let target = try? url.target(ofLocation: location)
        else { return redaction.apply(to: location) }
        let isReplaced = target.origin == wire.origin && target.origin != url.origin
        let known = isReplaced ? origins.knownAddress(of: target, near: url) ?? target : target
        guard redaction.findsInAddress(location) else { return isReplaced ? known.text : location }
        return try withoutKeys(known).text
    }

    private func withoutKeys(_ target: WebURL) throws(FetchError) -> WebURL {
        guard target.origin == url.origin else {
            throw .notAllowed(
                "\(url.host) redirects to \(target.host) with a key; this redirect is not followed")
        }
        guard let open = target.dropping({ redaction.findsInAddress($0) }),
            !redaction.findsInAddress(open.text)
        else {
            throw .notAllowed("\(url.host) redirects with a key in the path; this redirect is not followed")
        }
        return open
    }
}

extension WebURL {
    /// Resolves a `Location` field relative to this address.
    func target(ofLocation location: String) throws(FetchError) -> WebURL {
        let scheme = location.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        let isAbsolute = !scheme.isEmpty && location.dropFirst(scheme.count).first == ":"
        if isAbsolute, !["http", "https"].contains(scheme.lowercased()) {
            throw .notAllowed("\(host) redirects to a \(scheme) address; this redirect is not followed")
        }
        guard let target = isAbsolute ? WebURL(location) : resolving(location) else {
            throw .broken("\(host) redirects to an invalid address")
        }
        return target
    }

    /// The names of the query's parameters.
    var queryNames: Set<String> {
        Set(queryItems.map { String($0.prefix { $0 != "=" }) }.map { PercentEncoding.decode($0) ?? $0 })
    }

    /// Returns the address without certain query parameters and without its fragment.
    func dropping(_ isUnwanted: (Substring) -> Bool) -> WebURL? {
        let kept = queryItems.filter { !isUnwanted($0) }.joined(separator: "&")
        return WebURL(withoutQuery.text + (kept.isEmpty ? "" : "?" + kept))
    }

    private var queryItems: [Substring] {
        let address = text.prefix { $0 != "#" }
        guard let mark = address.firstIndex(of: "?") else { return [] }
        return address[address.index(after: mark)...].split(separator: "&")
    }
}

extension Origin {
    /// Indicates whether an address has the same origin, or the same host over TLS.
    fileprivate func leads(to url: WebURL) -> Bool { self == url.origin || host == url.host && url.isSecure }
}

extension Endpoint {
    fileprivate var address: String {
        switch target {
        case .web(let url): url.text
        case .file(let file): file.path
        }
    }

    fileprivate var host: String {
        switch target {
        case .web(let url): url.host
        case .file(let file): file.path
        }
    }
}

extension Redaction {
    /// Indicates whether a text contains a key, literally or percent-encoded.
    fileprivate func findsInAddress(_ text: some StringProtocol) -> Bool {
        finds(in: String(text)) || PercentEncoding.decode(text).map { finds(in: $0) } == true
    }
}
