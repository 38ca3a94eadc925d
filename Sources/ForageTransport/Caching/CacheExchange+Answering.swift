internal import ForageCore
internal import Platform

extension CacheExchange {
    /// Returns a stored answer in the form to serve; nil if its bytes are missing from the store.
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

    /// Returns a stored answer that the origin confirmed, as if it came from the network.
    func confirm(_ old: StoredResponse, by answer: AskedAnswer) async -> Fetched? {
        guard let stored = rules.confirmed(old, by: answer.fetched.response, to: request, answer.times),
            let form = rules.form(of: stored, for: request)
        else { return nil }
        let serving = CacheDecision.Serving(stored: stored, age: 0, form: form)
        // Load the body before the update, because the store finds it by the old answer.
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

extension CacheExchange {
    /// Stores an answer as far as permitted, and drops answers that it invalidates.
    func keep(_ answer: AskedAnswer, among stored: [StoredResponse]) async {
        let response = answer.fetched.response
        for key in rules.invalidated(by: response, to: request) {
            await cache.store.removeResponses(for: key)
            FetchTrace.note(.cache, "removed: \(key) is no longer valid (\(Rule.Place.caching("4.4")))")
        }
        let matching = stored.filter { VariantFields.match($0, request) }
        switch (request.method, response.status) {
        case (.head, 200), (.head, 404), (.head, 410): await keepHead(answer, among: matching)
        case (_, 304): await confirm(matching, by: answer)
        default:
            if case .network = answer.fetched.origin { await keepBody(answer, among: matching) }
        }
    }

    private func keepBody(_ answer: AskedAnswer, among matching: [StoredResponse]) async {
        guard let asked = CacheRequest(answer.asked) else { return }
        let response = answer.fetched.response
        let decision = rules.storing(response, to: asked, for: provider.id, answer.times)
        FetchTrace.note(.cache, decision.description)
        guard case .store(let new, _) = decision else { return }
        let part = StoredPart(new, response.body)
        if new.part != .whole {
            for old in matching where old.variant == new.variant {
                if let joined = await joined(old, part) {
                    return await cache.store.store(joined.response, body: joined.body)
                }
            }
        }
        await cache.store.store(new, body: response.body)
    }

    /// Combines the part with the stored part of the same file.
    private func joined(_ old: StoredResponse, _ new: StoredPart) async -> StoredPart? {
        guard Validators(old).isStronglyEqual(to: Validators(new.response)),
            let body = await cache.store.body(of: old)
        else { return nil }
        return rules.combined(StoredPart(old, body), new)
    }

    /// Returns the whole file if the answer contains the missing bytes of a stored part.
    func complete(_ old: StoredResponse, by answer: AskedAnswer) async -> Fetched? {
        guard let asked = CacheRequest(answer.asked),
            case .store(let new, _) = rules.storing(
                answer.fetched.response, to: asked, for: provider.id, answer.times),
            let whole = await joined(old, StoredPart(new, answer.fetched.response.body)),
            whole.response.part == .whole
        else { return nil }
        await cache.store.store(whole.response, body: whole.body)
        var response = Response(
            url: endpoint.openAddress, status: whole.response.status, headers: whole.response.headers,
            body: whole.body)
        response.cut(to: endpoint.limit)
        return Fetched(response, origin: answer.fetched.origin)
    }

    /// Updates stored answers from the answer to a `HEAD` request, and drops those that no longer match it.
    private func keepHead(_ answer: AskedAnswer, among matching: [StoredResponse]) async {
        let response = answer.fetched.response
        let updated = matching.compactMap { old in
            response.status == 200 ? rules.updated(old, byHead: response, to: request, answer.times) : nil
        }
        guard updated.count == matching.count else {
            await cache.store.removeResponses(for: request.key)
            return FetchTrace.note(
                .cache, "removed: \(request.key) is no longer valid (\(Rule.Place.caching("4.3.5")))")
        }
        let changes = Array(zip(matching, updated))
        // If `Vary` changed for one of them, the others are removed, and only the newest is updated.
        let moves = changes.contains { $0.variant != $1.variant }
        for (old, new) in moves ? changes.prefix(1) : changes[...] { await keep(new, inPlaceOf: old) }
    }

    /// Replaces a stored answer with its update, if it is still stored.
    ///
    /// If `Vary` changed, all answers for the address are removed, because it is unknown which of them are still valid.
    func keep(_ new: StoredResponse, inPlaceOf old: StoredResponse) async {
        let mayStay =
            VariantFields.names(in: new.headers) != nil
            && !new.variant.contains(where: StoredFields.isOpenCredential)
        if mayStay, new.variant == old.variant { return await cache.store.update(new) }
        // Only the store knows whether a newer answer has arrived in the meantime; such an answer remains.
        guard let body = await cache.store.body(of: old.head) else { return }
        await cache.store.removeResponses(for: request.key)
        if mayStay { await cache.store.store(new, body: body) }
    }

    /// Updates a stored answer if the request's own conditions led to a confirmation.
    private func confirm(_ matching: [StoredResponse], by answer: AskedAnswer) async {
        let response = answer.fetched.response
        guard let old = matching.first, response.headers["ETag"] ?? response.headers["Last-Modified"] != nil,
            let stored = rules.confirmed(old, by: response, to: request, answer.times)
        else { return }
        await keep(stored, inPlaceOf: old)
    }
}

extension Response {
    /// Truncates the body to the limit, as the network would.
    mutating func cut(to limit: Endpoint.BodyLimit) {
        guard body.count > max(0, limit.byteCount) else { return }
        body = Array(body.prefix(max(0, limit.byteCount)))
        if case .whole = limit { completeness = .overLimit }
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
