internal import ForageCore
internal import HTTPServer

/// The checks of every request and the headers of every response.
struct Middleware: Sendable {
    let hosts: HostRule
    let proxies: TrustedProxies
    /// The rate limiter; nil if only this machine has access.
    let rateLimiter: ClientRateLimiter?
    /// The access control; nil if there is no token.
    let access: Access?
    let headers: SafetyHeaders
    let metrics: Metrics
    let router: Router

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        let match = RouteMatch(request.path)
        do throws(HTTPProblem) {
            switch try answer(request, to: match) {
            case .ready(let response): return .ready(finished(.success(response), on: match?.route))
            case .later(let work): return .later { finished(await Result(of: work), on: match?.route) }
            }
        } catch {
            return .ready(finished(.failure(error), on: match?.route))
        }
    }

    private func finished(
        _ result: Result<HTTPServerResponse, HTTPProblem>, on route: Route?
    ) -> HTTPServerResponse {
        let response =
            switch result {
            case .success(let response): headers.added(to: response)
            case .failure(let problem): problem.response(with: headers)
            }
        metrics.noteRequest(for: route, response.status)
        return response
    }

    /// The response for a request that the server itself refuses.
    func refuse(_ status: Int, _ sentence: String) -> HTTPServerResponse {
        metrics.noteRequest(for: nil, status)
        return HTTPProblem(status, sentence).response(with: headers)
    }

    private func answer(_ request: HTTPServerRequest, to match: RouteMatch?) throws(HTTPProblem)
        -> RouterAnswer
    {
        try hosts.check(request.headers)
        try rateLimiter?.pass(proxies.client(of: request))
        if let access {
            if let response = try access.exchange(request, at: match?.route) { return .ready(response) }
            try access.check(request.headers)
        }
        guard let match else { throw HTTPProblem(404, "There is nothing at \(request.path.prefix(200)).") }
        guard match.route == .page || request.headers["Sec-Fetch-Site"] != "cross-site" else {
            throw HTTPProblem(403, "Pages of other sites may not use this gallery.")
        }
        let methods = match.route.methods
        if request.method == "OPTIONS" {
            return .ready(
                HTTPServerResponse(status: 204, headers: ["Allow": methods.joined(separator: ", ")]))
        }
        guard methods.contains(request.method) else {
            let known = methods.joined(separator: " or ")
            throw HTTPProblem(
                405, "\(request.method.prefix(20)) is not supported here: use \(known).",
                headers: ["Allow": methods.joined(separator: ", ")])
        }
        if request.method == "POST" { try SameOriginRule.check(request.headers) }
        return try router.answer(request, to: match)
    }
}

/// The security headers of every response.
struct SafetyHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameters:
    ///   - origins: The origins whose pictures the page loads directly.
    ///   - isShared: True if other machines have access.
    init(showingPicturesOf origins: [Origin], isShared: Bool) {
        let pictures = (["'self'", "data:"] + origins.map(\.description)).joined(separator: " ")
        var fields: HTTPFields = [
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
                + "media-src 'self'; manifest-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        ]
        // Over plain HTTP from another machine, browsers ignore this header and log a warning.
        if !isShared { fields.append("Cross-Origin-Opener-Policy", "same-origin") }
        self.fields = fields
    }

    func added(to response: HTTPServerResponse) -> HTTPServerResponse {
        var response = response
        for field in fields { response.headers.append(field.name, field.value) }
        return response
    }
}
