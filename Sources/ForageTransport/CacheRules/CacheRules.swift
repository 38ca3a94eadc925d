package import ForageCore
package import Platform

/// The rules of a private cache (RFC 9111): they decide on a request, based on the stored answers.
///
/// They access no store, network or clock; the caller passes everything they need.
package struct CacheRules: Hashable, Sendable {
    /// The user's choice for the use of stored answers.
    package let use: CacheUse
    /// The service's terms on caching; nil to apply HTTP's rules alone.
    package let terms: CachingTerms?

    package init(use: CacheUse = .usual(), terms: CachingTerms? = nil) {
        self.use = use
        self.terms = terms
    }

    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - stored: All answers stored under its key, the newest first.
    ///   - now: The current time.
    /// - Returns: The action and its reasons.
    package func decide(
        _ request: CacheRequest, among stored: [StoredResponse], at now: Date
    ) -> CacheDecision {
        guard request.method == .get || request.method == .head, !request.isForOriginAlone else {
            return asking(request, Rule(.caching("4"), "only the origin can answer \(request.method)"))
        }
        if use == .refresh {
            let field = Headers.Field("Cache-Control", "no-cache")
            return asking(
                request, Question(fields: request.headers["Cache-Control"] == nil ? [field] : []),
                Rule(.user, "the origin is requested again"))
        }
        let matching = stored.filter { VariantFields.match($0, request) && !mustBeDropped($0, at: now) }
        for candidate in matching {
            if let form = form(of: candidate, for: request) {
                return decide(request, candidate, form, at: now)
            }
        }
        if let decision = completing(request, matching) { return decision }
        return asking(request, Self.reason(request, stored, matching))
    }

    typealias Serving = CacheDecision.Serving
    typealias Question = CacheDecision.Question

    /// Indicates whether the terms require that an answer be deleted.
    package func mustBeDropped(_ stored: StoredResponse, at now: Date) -> Bool {
        guard let greatest = terms?.greatestAge?.inSeconds else { return false }
        return Freshness(of: stored, at: now, terms: terms).age > greatest
    }

    /// Returns the time from which an answer is of little use, because it is stale and cannot be confirmed, or is older
    /// than the terms allow. A store drops such answers first. Nil if the answer remains useful.
    package func expiry(of stored: StoredResponse) -> Date? {
        let freshness = Freshness(of: stored, at: stored.received, terms: terms)
        let isConfirmable = !Validators(stored).isEmpty
        let lifetimes = [isConfirmable ? nil : freshness.lifetime, terms?.greatestAge?.inSeconds]
        guard let lifetime = lifetimes.compactMap(\.self).min() else { return nil }
        return stored.received.addingTimeInterval(max(0, lifetime - freshness.age))
    }

    /// Returns the time at which an answer becomes stale; a time in the past if it already is.
    package func end(ofFreshnessOf stored: StoredResponse, at now: Date) -> Date {
        let freshness = Freshness(of: stored, at: now, terms: terms)
        return freshness.isFresh ? now.addingTimeInterval(freshness.lifetime - freshness.age) : .distantPast
    }

    private static func reason(
        _ request: CacheRequest, _ stored: [StoredResponse], _ matching: [StoredResponse]
    ) -> Rule {
        if stored.isEmpty { return Rule(.caching("4"), "nothing is stored") }
        if matching.isEmpty {
            return Rule(.caching("4.1"), "the stored answers are for other requests, or too old to be stored")
        }
        if request.range == nil, matching.contains(where: { $0.heldBytes.lowerBound == 0 }) {
            return Rule(
                .caching("3.4"), "only its beginning is stored, as much as was needed to measure a picture")
        }
        return Rule(.caching("3.4"), "the stored part does not contain the requested bytes")
    }

    // MARK: - One stored answer

    private func decide(
        _ request: CacheRequest, _ stored: StoredResponse, _ form: Serving.Form, at now: Date
    ) -> CacheDecision {
        let state = FreshnessDecision(request, stored, at: now, terms: terms)
        let fresh = Serving(stored: stored, age: state.freshness.age, form: form)
        guard let objection = state.objection else {
            let answered = Serving(
                stored: stored, age: fresh.age, form: conditionalForm(request, stored) ?? form)
            let rules = [state.freshness.rule, state.exemption].compactMap(\.self)
            return CacheDecision(action: .serve(answered), rules: rules)
        }
        var rules = [state.freshness.rule, objection]
        if let (action, rule) = servingStale(request, state, fresh) {
            return CacheDecision(action: action, rules: rules + [rule])
        }
        if request.control.has("only-if-cached") {
            rules.append(Rule(.caching("5.2.1.7"), "the request accepts only a stored answer"))
            return CacheDecision(action: .refuse, rules: rules)
        }
        let question = question(request, state, fresh)
        rules.append(Self.rule(of: question))
        return CacheDecision(action: .ask(question), rules: rules)
    }

    private func servingStale(
        _ request: CacheRequest, _ state: FreshnessDecision, _ serving: Serving
    ) -> (CacheDecision.Action, Rule)? {
        func stale(_ rule: Rule) -> (CacheDecision.Action, Rule) {
            var serving = serving
            serving.staleness = state.freshness.isFresh ? nil : rule.sentence
            return (.serve(serving), rule)
        }
        switch use {
        case .offline: return stale(Rule(.user, "offline, a stored answer is used whatever its age"))
        case .preferred: return stale(Rule(.user, "a stored answer is preferred, whatever its age"))
        case .refresh, .usual: break
        }
        guard state.mayBeStale else { return nil }
        if state.staleness <= state.toleratedStaleness {
            return stale(Rule(.caching("5.2.1.2"), "the request accepts a stale answer"))
        }
        if case .usual(let greatest) = use, state.staleness <= greatest.inSeconds, greatest > .zero {
            return stale(Rule(.user, "you accept a stale answer"))
        }
        if state.mayBeConfirmedLater {
            var late = serving
            late.staleness = "it is being revalidated in the background"
            let rule = Rule(
                .staleness("3"), "stale-while-revalidate allows revalidating it in the background")
            return (.serveAndConfirm(late, question(request, state, serving)), rule)
        }
        return nil
    }

    // MARK: - Asking the origin

    private func question(
        _ request: CacheRequest, _ state: FreshnessDecision, _ serving: Serving
    ) -> Question {
        var question = Question()
        if state.mayBeStale, serving.stored.status < 400, !request.control.hasWhole("no-cache") {
            question.fallback = serving
            question.coversRefusals = state.mayHideRefusals
        }
        guard request.method == .get, !request.isConditional else { return question }
        let validators = Validators(serving.stored)
        if let tag = validators.entityTag {
            question.fields.append(Headers.Field("If-None-Match", tag))
        }
        if let time = validators.lastModified {
            question.fields.append(Headers.Field("If-Modified-Since", time))
        }
        if !validators.isEmpty { question.purpose = .confirm(serving.stored) }
        return question
    }

    private static func rule(of question: Question) -> Rule {
        switch question.purpose {
        case .answer: Rule(.caching("4.3"), "it has no validator, so the origin is requested again")
        case .confirm: Rule(.caching("4.3.1"), "the origin is asked whether it is still valid")
        case .complete: Rule(.caching("3.4"), "the origin is asked for the missing bytes")
        }
    }

    /// Decides to request the missing rest of a partly stored file, if the request is for the whole file.
    private func completing(_ request: CacheRequest, _ matching: [StoredResponse]) -> CacheDecision? {
        guard request.range == nil, request.method == .get, !request.isConditional,
            use != .offline
        else { return nil }
        for stored in matching {
            guard let gap = stored.missingRange, let validator = Validators(stored).strong else { continue }
            let fields = [
                Headers.Field("Range", gap), Headers.Field("If-Range", validator),
            ]
            return asking(
                request, Question(purpose: .complete(stored), fields: fields),
                Rule(.caching("3.4"), "a part is stored, and the origin is asked for the rest"))
        }
        return nil
    }

    private func asking(_ request: CacheRequest, _ rule: Rule) -> CacheDecision {
        asking(request, Question(), rule)
    }

    private func asking(_ request: CacheRequest, _ question: Question, _ rule: Rule) -> CacheDecision {
        if use == .offline {
            return CacheDecision(
                action: .refuse, rules: [rule, Rule(.user, "no requests are sent while offline")])
        }
        if request.control.has("only-if-cached") {
            let refusal = Rule(.caching("5.2.1.7"), "the request accepts only a stored answer")
            return CacheDecision(action: .refuse, rules: [rule, refusal])
        }
        return CacheDecision(action: .ask(question), rules: [rule])
    }
}

extension CacheRules {
    /// Returns the form in which a stored answer satisfies a request (RFC 9111, 3.3 and 4; RFC 9110, 14); nil if it
    /// does not.
    func form(of stored: StoredResponse, for request: CacheRequest) -> Serving.Form? {
        if request.method == .head { return stored.part == .whole ? .head : nil }
        guard let range = request.range, meetsCondition(stored, request) else {
            return stored.part == .whole ? .whole : nil
        }
        // Ranges apply only to the status 200; any other answer is served whole.
        if stored.status != 200, stored.part == .whole { return .whole }
        guard let wanted = range.bytes(of: stored.total) else {
            return request.isPrefix && stored.part == .whole ? .whole : nil
        }
        let held = stored.heldBytes
        guard held.lowerBound <= wanted.lowerBound, wanted.upperBound <= held.upperBound else { return nil }
        return .bytes(ContentRange(wanted, of: stored.total))
    }

    /// Indicates whether `If-Range` permits a partial answer (RFC 9110, 13.1.5); true without that field.
    private func meetsCondition(_ stored: StoredResponse, _ request: CacheRequest) -> Bool {
        guard let condition = request.headers.lines(of: "If-Range").first else { return true }
        return Validators(stored).strong == condition
    }

    /// Returns the result of the request's own conditions for a fresh stored answer (RFC 9111, 4.3.2).
    func conditionalForm(_ request: CacheRequest, _ stored: StoredResponse) -> Serving.Form? {
        guard (200...299).contains(stored.status) else { return nil }
        let tags = request.headers.lines(of: "If-None-Match")
        if !tags.isEmpty {
            return EntityTag.isNamed(Validators(stored).entityTag, in: tags) ? .notModified : nil
        }
        guard let since = request.headers.lines(of: "If-Modified-Since").first,
            let time = HTTPDate(since, near: stored.received)?.date
        else { return nil }
        let dates = AnswerDates(stored)
        let changed = dates.lastModified ?? dates.date ?? stored.received
        return changed <= time ? .notModified : nil
    }
}

extension StoredResponse {
    /// The range of the file's bytes that are stored.
    package var heldBytes: Range<Int> {
        switch part {
        case .whole: 0..<byteCount
        case .bytes(let bytes, of: _): bytes
        }
    }

    /// The length of the file, if known.
    package var total: Int? {
        switch part {
        case .whole: byteCount
        case .bytes(_, of: let total): total
        }
    }

    /// The range to request for the rest of the file; nil if one request is not enough.
    var missingRange: String? {
        guard case .bytes(let bytes, of: let total) = part else { return nil }
        if bytes.lowerBound == 0 { return "bytes=\(bytes.upperBound)-" }
        return bytes.upperBound == total ? "bytes=0-\(bytes.lowerBound - 1)" : nil
    }
}

/// The rules for status codes.
enum StatusRules {
    /// Indicates whether an answer may be stored without an explicit lifetime (RFC 9110, 15.1).
    static func isHeuristicallyCacheable(_ status: Int) -> Bool {
        [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501].contains(status)
    }

    /// Indicates whether this cache implements the rules for a status (RFC 9111, 5.2.2.3).
    static func isUnderstood(_ status: Int) -> Bool {
        isHeuristicallyCacheable(status)
            || [
                201, 202, 205, 302, 303, 307, 400, 401, 402, 403, 406, 407, 408, 409, 411, 412, 413, 415, 416,
                417, 421, 422, 426, 429, 500, 502, 503, 504, 505,
            ].contains(status)
    }

    /// Indicates whether a server reports that it cannot answer now, so that an older answer is better than none.
    static func isPassingFailure(_ status: Int) -> Bool { [429, 500, 502, 503, 504].contains(status) }
}
