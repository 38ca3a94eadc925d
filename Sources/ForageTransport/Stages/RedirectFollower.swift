package import ForageCore

/// Goes from redirect to redirect (RFC 9110, 15.4), each hop a request of its own.
///
/// So every hop may come from a cache, counts for a quota and is held to the rules about keys.
package struct RedirectFollower: Sendable {
    private let bounds: Bounds

    /// How far redirects may lead.
    package enum Bounds: Sendable {
        /// To any host, without the keys.
        case anyHost
        /// To the hosts that the provider declares, for one that a stranger described.
        case declaredHosts
    }

    private static let greatestRedirectCount = 10

    /// - Parameter bounds: How far redirects may lead.
    package init(bounds: Bounds = .anyHost) { self.bounds = bounds }

    /// Carries out a request and those that its answers redirect to.
    package func follow(_ request: FetchRequest, _ next: NextStage) async throws(FetchError) -> Fetched {
        var request = request
        for _ in 0...Self.greatestRedirectCount {
            let fetched = try await next(request)
            guard let hop = try request.endpoint.redirected(by: fetched.response) else { return fetched }
            try check(hop, for: request.provider)
            FetchTrace.note(.redirect, "\(fetched.response.status): on to \(hop.address)")
            request = request.asking(hop)
        }
        throw .broken("\(request.endpoint.host) redirects more than \(Self.greatestRedirectCount) times")
    }

    /// The same for a file whose body is read as it comes. It may lead to any host, and the addresses are not traced.
    func follow(
        _ endpoint: Endpoint, _ open: (Endpoint) async throws(FetchError) -> StreamedResponse
    ) async throws(FetchError) -> StreamedResponse {
        var endpoint = endpoint
        for _ in 0...Self.greatestRedirectCount {
            let answer = try await open(endpoint)
            guard let hop = try endpoint.redirected(by: answer.head) else { return answer }
            FetchTrace.note(.redirect, "\(answer.head.status): on to another address")
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
    /// The request that an answer sends us on to; nil where the answer is the end.
    ///
    /// Keys and credentials stay with the origin they were meant for. Once left behind they do not come back.
    func redirected(by response: Response) throws(FetchError) -> Endpoint? {
        guard response.isRedirect, case .web(let asked) = target, let location = response.headers["Location"]
        else { return nil }
        let url = response.url ?? asked
        let next = try url.target(ofLocation: location)
        guard next.isSecure || !url.isSecure else {
            throw .notAllowed("\(url.host) redirects to \(next.host) without TLS, which is not followed")
        }
        return sent(on: next, from: url, after: response.status)
    }

    private func sent(on next: WebURL, from url: WebURL, after status: Int) -> Endpoint {
        var endpoint = self
        endpoint.target = .web(next)
        endpoint.method = method(after: status)
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
    /// Those that send on to another address by themselves.
    static let redirectStatuses: Set = [301, 302, 303, 307, 308]

    fileprivate var isRedirect: Bool { Self.redirectStatuses.contains(status) }
}

extension KeyedRequest {
    /// Where a reply sends us on to: an address that the world knows, without the keys that a server repeats in it.
    ///
    /// A relative location is one of the address that the world knows; one at the server that plays its origin
    /// means an origin that is played.
    func location(
        in reply: TransferReply, over wire: WebURL, _ origins: OriginMap
    ) throws(FetchError) -> String? {
        guard let location = reply.headers["Location"] else { return nil }
        guard Response.redirectStatuses.contains(reply.status),
            let target = try? url.target(ofLocation: location)
        else { return redaction.apply(to: location) }
        let isPlayed = target.origin == wire.origin && target.origin != url.origin
        let known = isPlayed ? origins.knownAddress(of: target, near: url) ?? target : target
        guard redaction.findsInAddress(location) else { return isPlayed ? known.text : location }
        return try withoutKeys(known).text
    }

    private func withoutKeys(_ target: WebURL) throws(FetchError) -> WebURL {
        guard target.origin == url.origin else {
            throw .notAllowed("\(url.host) redirects to \(target.host) with a key, which is not followed")
        }
        guard let open = target.dropping({ redaction.findsInAddress($0) }),
            !redaction.findsInAddress(open.text)
        else { throw .notAllowed("\(url.host) redirects with a key in the path, which is not followed") }
        return open
    }
}

extension WebURL {
    /// The address that a `Location` of an answer from here means.
    func target(ofLocation location: String) throws(FetchError) -> WebURL {
        let scheme = location.prefix { $0.isLetter || $0.isNumber || "+-.".contains($0) }
        let isAbsolute = !scheme.isEmpty && location.dropFirst(scheme.count).first == ":"
        if isAbsolute, !["http", "https"].contains(scheme.lowercased()) {
            throw .notAllowed("\(host) redirects to an address of \(scheme), which is not followed")
        }
        guard let target = isAbsolute ? WebURL(location) : resolving(location) else {
            throw .broken("\(host) redirects to something that is not an address")
        }
        return target
    }

    /// The names of what follows the `?`.
    var queryNames: Set<String> {
        Set(queryItems.map { String($0.prefix { $0 != "=" }) }.map { PercentEncoding.decode($0) ?? $0 })
    }

    /// The address without some of what follows the `?`, and without its fragment.
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
    /// Whether an address is there, or at the same host over TLS.
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
    /// Also in a spelling of their own that addresses allow.
    fileprivate func findsInAddress(_ text: some StringProtocol) -> Bool {
        finds(in: String(text)) || PercentEncoding.decode(text).map { finds(in: $0) } == true
    }
}
