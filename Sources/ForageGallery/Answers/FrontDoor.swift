internal import HTTPServer

/// What every request passes: who may come in, what is wanted, and what every answer says.
struct FrontDoor: Sendable {
    let hosts: HostRule
    let headers: SafetyHeaders
    let desk: Desk

    /// A longer address is none that the page would make; cursors are long.
    private static let greatestTargetByteCount = 24 * 1024

    func answer(_ request: HTTPServerRequest) async -> HTTPServerResponse {
        do throws(Problem) {
            return headers.added(to: try await desk.answer(request, at: try route(of: request)))
        } catch {
            return error.response(with: headers)
        }
    }

    private func route(of request: HTTPServerRequest) throws(Problem) -> Route {
        try hosts.check(request.headers)
        let byteCount = request.rawPath.utf8.count + (request.rawQuery ?? "").utf8.count
        guard byteCount <= Self.greatestTargetByteCount else {
            throw Problem(414, "An address may have \(Self.greatestTargetByteCount) bytes at most.")
        }
        guard let route = Route(request.path) else {
            throw Problem(404, "There is nothing at \(request.path.prefix(200)).")
        }
        guard route == .page || request.headers["Sec-Fetch-Site"] != "cross-site" else {
            throw Problem(403, "Pages of other sites may not use this gallery.")
        }
        guard route.methods.contains(request.method) else {
            let allowed = route.methods
            throw Problem(
                405, "This is asked for with \(allowed.joined(separator: " or ")).",
                allow: allowed.joined(separator: ", "))
        }
        if request.method == "POST" { try SameOriginRule.check(request.headers) }
        return route
    }
}
