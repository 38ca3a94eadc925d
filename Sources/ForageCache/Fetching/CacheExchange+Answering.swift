internal import Essentials
internal import ForageCore

extension CacheExchange {
    /// A stored answer as it is given; nil when the store has lost its bytes.
    func answer(_ serving: CacheDecision.Serving, because reason: String? = nil) async -> Fetched? {
        guard let response = await response(serving, bytesOf: serving.stored, isConfirmed: false) else {
            return nil
        }
        let age = Duration.seconds(min(serving.age, Freshness.greatestLifetime * 100))
        if let reason = reason ?? serving.staleness {
            return Fetched(response, origin: .stale(age, reason))
        }
        return Fetched(response, origin: .cached(age))
    }

    /// A stored answer that the origin just confirmed is as good as one from the network.
    func confirm(_ old: StoredResponse, by answer: AskedAnswer) async -> Fetched? {
        guard let stored = rules.confirmed(old, by: answer.fetched.response, to: request, answer.times),
            let form = rules.form(of: stored, for: request)
        else { return nil }
        let serving = CacheDecision.Serving(stored: stored, age: 0, form: form)
        // The store knows the bytes by what it was told last.
        let response = await response(serving, bytesOf: old, isConfirmed: true)
        if CacheControl(answer.fetched.response.headers).has("no-store") {
            await cache.store.removeResponses(for: request.key)
        } else {
            await keep(stored, inPlaceOf: old)
        }
        return response.map { Fetched($0, origin: answer.fetched.origin) }
    }

    private func response(
        _ serving: CacheDecision.Serving, bytesOf known: StoredResponse, isConfirmed: Bool
    ) async -> Response? {
        let stored = serving.stored
        let body = serving.form.needsBody ? await cache.store.body(of: known) : []
        guard let body, !serving.form.needsBody || body.count == stored.heldBytes.count else { return nil }
        var headers = stored.headers
        if !isConfirmed {
            headers.set("Age", to: "\(Int(min(serving.age, Freshness.greatestLifetime * 100)))")
            headers.removeAll(named: CacheControl(stored.headers).fields(of: "no-cache"))
        }
        return response(of: stored, serving.form, headers, body)
    }

    private func response(
        of stored: StoredResponse, _ form: CacheDecision.Serving.Form, _ headers: Headers, _ body: [UInt8]
    ) -> Response {
        var response = Response(
            url: endpoint.openAddress, status: stored.status, headers: headers, body: body)
        switch form {
        case .whole: response.cut(to: endpoint.limit)
        case .head: break
        case .notModified:
            response.status = 304
            response.headers.removeAll(named: ["content-length"])
        case .bytes(let range):
            let start = range.bytes.lowerBound - stored.heldBytes.lowerBound
            response.status = 206
            response.body = Array(body[start..<(start + range.bytes.count)])
            response.headers.set("Content-Range", to: range.description)
            response.headers.set("Content-Length", to: "\(range.bytes.count)")
        }
        return response
    }
}

extension CacheDecision.Serving.Form {
    fileprivate var needsBody: Bool {
        switch self {
        case .whole, .bytes: true
        case .notModified, .head: false
        }
    }
}

extension Response {
    /// Keeps no more than is wanted, as the network would.
    mutating func cut(to limit: Endpoint.BodyLimit) {
        guard body.count > max(0, limit.byteCount) else { return }
        body = Array(body.prefix(max(0, limit.byteCount)))
        if case .whole = limit { completeness = .overLimit }
    }
}
