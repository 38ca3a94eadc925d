internal import ForageCore

extension Endpoint {
    /// The request that an answer sends us on to; nil where the answer is the end.
    ///
    /// Keys and credentials stay with the origin they were meant for. Once left behind they do not come back.
    func redirected(by response: Response) throws(FetchFailure) -> Endpoint? {
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
