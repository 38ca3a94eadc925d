internal import ForageCore

extension CacheExchange {
    /// Keeps what may be kept of an answer, and drops what it made untrue.
    func keep(_ answer: AskedAnswer, among stored: [StoredResponse]) async {
        let response = answer.fetched.response
        for key in rules.invalidated(by: response, to: request) {
            await cache.store.removeResponses(for: key)
            FetchTrace.note(.cache, "dropped: \(key) is no longer true (\(Rule.Place.caching("4.4")))")
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

    /// The part together with what is stored of the same file.
    private func joined(_ old: StoredResponse, _ new: StoredPart) async -> StoredPart? {
        guard Validators(old).isStronglyEqual(to: Validators(new.response)),
            let body = await cache.store.body(of: old)
        else { return nil }
        return rules.combined(StoredPart(old, body), new)
    }

    /// The whole file, when the answer holds the bytes that a stored part lacked.
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

    /// What the header says now of stored answers; where that is something else, they are no longer true.
    private func keepHead(_ answer: AskedAnswer, among matching: [StoredResponse]) async {
        let response = answer.fetched.response
        let updated = matching.compactMap { old in
            response.status == 200 ? rules.updated(old, byHead: response, to: request, answer.times) : nil
        }
        guard updated.count == matching.count else {
            await cache.store.removeResponses(for: request.key)
            return FetchTrace.note(
                .cache, "dropped: \(request.key) is no longer true (\(Rule.Place.caching("4.3.5")))")
        }
        let changes = Array(zip(matching, updated))
        // One that hangs on other fields now has all the others go, and the newest is what was asked about.
        let moves = changes.contains { $0.variant != $1.variant }
        for (old, new) in moves ? changes.prefix(1) : changes[...] { await keep(new, inPlaceOf: old) }
    }

    /// Keeps what is said anew of a stored answer, while that is still there.
    ///
    /// Where it hangs on other fields of the request from now on, all that is stored for the address goes: what of it
    /// would still be true nobody knows.
    func keep(_ new: StoredResponse, inPlaceOf old: StoredResponse) async {
        let mayStay =
            VariantFields.names(in: new.headers) != nil
            && !new.variant.contains(where: StoredFields.isOpenCredential)
        if mayStay, new.variant == old.variant { return await cache.store.update(new) }
        // Only the store itself knows whether another came meanwhile, which stays.
        guard let body = await cache.store.body(of: old.head) else { return }
        await cache.store.removeResponses(for: request.key)
        if mayStay { await cache.store.store(new, body: body) }
    }

    /// A confirmation that the request's own conditions brought is one of what is stored, too.
    private func confirm(_ matching: [StoredResponse], by answer: AskedAnswer) async {
        let response = answer.fetched.response
        guard let old = matching.first, response.headers["ETag"] ?? response.headers["Last-Modified"] != nil,
            let stored = rules.confirmed(old, by: response, to: request, answer.times)
        else { return }
        await keep(stored, inPlaceOf: old)
    }
}
