internal import ForageCore
internal import HTTPServer

/// What every request passes: who may come in, what is wanted, and what every answer says.
struct FrontDoor: Sendable {
    let hosts: HostRule
    /// Nil where only this machine can come.
    let turnstile: Turnstile?
    /// Nil where there is no lock.
    let access: Access?
    let headers: SafetyHeaders
    let metrics: Metrics
    let desk: Desk

    func answer(_ request: HTTPServerRequest) -> HTTPServerAnswer {
        let route = Route(request.path)
        do throws(HTTPProblem) {
            switch try answer(request, at: route) {
            case .ready(let response): return .ready(finished(.success(response), at: route))
            case .later(let work): return .later { finished(await result(of: work), at: route) }
            }
        } catch {
            return .ready(finished(.failure(error), at: route))
        }
    }

    private func result(
        of work: () async throws(HTTPProblem) -> HTTPServerResponse
    ) async -> Result<HTTPServerResponse, HTTPProblem> {
        do throws(HTTPProblem) { return .success(try await work()) } catch { return .failure(error) }
    }

    private func finished(
        _ result: Result<HTTPServerResponse, HTTPProblem>, at route: Route?
    ) -> HTTPServerResponse {
        let response =
            switch result {
            case .success(let response): headers.added(to: response)
            case .failure(let problem): problem.response(with: headers)
            }
        metrics.noteRequest(for: route?.place, response.status)
        return response
    }

    /// The answer to what the server itself refuses.
    func refuse(_ status: Int, _ sentence: String) -> HTTPServerResponse {
        metrics.noteRequest(for: nil, status)
        return HTTPProblem(status, sentence).response(with: headers)
    }

    private func answer(_ request: HTTPServerRequest, at route: Route?) throws(HTTPProblem) -> DeskAnswer {
        try hosts.check(request.headers)
        try turnstile?.pass(request.remoteAddress)
        if let access {
            if let response = try access.exchange(request, at: route?.place) { return .ready(response) }
            try access.check(request.headers)
        }
        guard let route else { throw HTTPProblem(404, "There is nothing at \(request.path.prefix(200)).") }
        guard route.place == .page || request.headers["Sec-Fetch-Site"] != "cross-site" else {
            throw HTTPProblem(403, "Pages of other sites may not use this gallery.")
        }
        let methods = route.place.methods
        if request.method == "OPTIONS" {
            return .ready(
                HTTPServerResponse(status: 204, headers: ["Allow": methods.joined(separator: ", ")]))
        }
        guard methods.contains(request.method) else {
            let known = methods.joined(separator: " or ")
            throw HTTPProblem(
                405, "This is not to be had by \(request.method.prefix(20)): use \(known).",
                headers: ["Allow": methods.joined(separator: ", ")])
        }
        if request.method == "POST" { try SameOriginRule.check(request.headers) }
        return try desk.answer(request, at: route)
    }
}

/// What every answer tells a browser about what it may do with it.
struct SafetyHeaders: Sendable {
    private let fields: HTTPFields

    /// - Parameters:
    ///   - origins: Whose pictures the page shows from their own addresses.
    ///   - isShared: Whether others than this machine can come.
    init(showingPicturesOf origins: [Origin], isShared: Bool) {
        let pictures = (["'self'", "data:"] + origins.map(\.description)).joined(separator: " ")
        var fields: HTTPFields = [
            "Content-Security-Policy":
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src \(pictures); "
                + "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
            "X-Frame-Options": "DENY",
        ]
        // From another machine over http a browser does not heed it, and complains.
        if !isShared { fields.append("Cross-Origin-Opener-Policy", "same-origin") }
        self.fields = fields
    }

    func added(to response: HTTPServerResponse) -> HTTPServerResponse {
        var response = response
        for field in fields { response.headers.append(field.name, field.value) }
        return response
    }
}
