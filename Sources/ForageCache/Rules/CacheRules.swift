package import Essentials
package import ForageCore

/// The rules of a private cache (RFC 9111): what to do with a request, given what is stored.
///
/// They know no store, no network and no clock: whatever they need is handed to them.
package struct CacheRules: Hashable, Sendable {
    /// How far the person wants stored answers used.
    package let use: CacheUse
    /// What the service's terms say of caching; nil where HTTP alone is to decide.
    package let terms: CachingTerms?

    package init(use: CacheUse = .usual(), terms: CachingTerms? = nil) {
        self.use = use
        self.terms = terms
    }

    /// Decides on a request.
    ///
    /// - Parameters:
    ///   - request: What is asked.
    ///   - stored: Every answer of its key, the newest first.
    ///   - now: The time.
    /// - Returns: What to do, and why.
    package func decide(
        _ request: CacheRequest, among stored: [StoredResponse], at now: Date
    ) -> CacheDecision {
        guard request.method == .get || request.method == .head, !request.isForOriginAlone else {
            return asking(request, Rule(.caching("4"), "\(request.method) is for the origin to answer"))
        }
        if use == .refresh {
            let field = Headers.Field("Cache-Control", "no-cache")
            return asking(
                request, Question(fields: request.headers["Cache-Control"] == nil ? [field] : []),
                Rule(.person, "the origin is asked anew"))
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

    /// Whether the terms end the life of an answer altogether.
    package func mustBeDropped(_ stored: StoredResponse, at now: Date) -> Bool {
        guard let greatest = terms?.greatestAge?.inSeconds else { return false }
        return Freshness(of: stored, at: now, terms: terms).age > greatest
    }

    /// From when on an answer is of little use: past its time, with nothing to be confirmed by, or past what the
    /// terms allow. A store drops such answers first; nil for one that stays useful.
    package func expiry(of stored: StoredResponse) -> Date? {
        let freshness = Freshness(of: stored, at: stored.received, terms: terms)
        let isConfirmable = !Validators(stored).isEmpty
        let lifetimes = [isConfirmable ? nil : freshness.lifetime, terms?.greatestAge?.inSeconds]
        guard let lifetime = lifetimes.compactMap(\.self).min() else { return nil }
        return stored.received.addingTimeInterval(max(0, lifetime - freshness.age))
    }

    /// From when on an answer is stale; a moment that is over for one that is stale already.
    package func end(ofFreshnessOf stored: StoredResponse, at now: Date) -> Date {
        let freshness = Freshness(of: stored, at: now, terms: terms)
        return freshness.isFresh ? now.addingTimeInterval(freshness.lifetime - freshness.age) : .distantPast
    }

    private static func reason(
        _ request: CacheRequest, _ stored: [StoredResponse], _ matching: [StoredResponse]
    ) -> Rule {
        if stored.isEmpty { return Rule(.caching("4"), "nothing is stored") }
        if matching.isEmpty {
            return Rule(.caching("4.1"), "what is stored answers other requests, or may not be kept so long")
        }
        if request.range == nil, matching.contains(where: { $0.heldBytes.lowerBound == 0 }) {
            return Rule(.caching("3.4"), "only its beginning is stored, which is enough to measure a picture")
        }
        return Rule(.caching("3.4"), "the stored part holds other bytes than are asked for")
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
            rules.append(Rule(.caching("5.2.1.7"), "the request wants a stored answer or none"))
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
        case .offline: return stale(Rule(.person, "nobody is asked, however old it is"))
        case .preferred: return stale(Rule(.person, "what is stored is preferred, however old it is"))
        case .refresh, .usual: break
        }
        guard state.mayBeStale else { return nil }
        if state.staleness <= state.toleratedStaleness {
            return stale(Rule(.caching("5.2.1.2"), "the request takes it although it is past its time"))
        }
        if case .usual(let greatest) = use, state.staleness <= greatest.inSeconds, greatest > .zero {
            return stale(Rule(.person, "the person takes it although it is past its time"))
        }
        if state.mayBeConfirmedLater {
            var late = serving
            late.staleness = "it is being confirmed meanwhile"
            let rule = Rule(.staleness("3"), "stale-while-revalidate lets it be confirmed meanwhile")
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
        case .answer: Rule(.caching("4.3"), "it has nothing to be confirmed by, so the origin is asked anew")
        case .confirm: Rule(.caching("4.3.1"), "the origin is asked whether it is still good")
        case .complete: Rule(.caching("3.4"), "the origin is asked for the missing bytes")
        }
    }

    /// The rest of a file whose part is stored, for a request of all of it.
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
            return CacheDecision(action: .refuse, rules: [rule, Rule(.person, "nobody is asked")])
        }
        if request.control.has("only-if-cached") {
            let refusal = Rule(.caching("5.2.1.7"), "the request wants a stored answer or none")
            return CacheDecision(action: .refuse, rules: [rule, refusal])
        }
        return CacheDecision(action: .ask(question), rules: [rule])
    }
}
