package import ForageCore
package import Platform

/// How old a stored answer is and how long it is fresh (RFC 9111, 4.2), in seconds.
package struct Freshness: Hashable, Sendable {
    /// How long ago the origin made or last confirmed it, as far as can be told.
    package let age: Double
    /// How old it may get and still be fresh.
    package let lifetime: Double
    /// Where the lifetime comes from.
    package let rule: Rule
    /// Whether the person's own setting says how long, so that what the service says does not count.
    package let isPersonal: Bool
    /// Whether this machine's clock was set back since it was stored, so that nobody knows how old it is.
    package let isClockBack: Bool

    /// Nothing is fresh for longer.
    package static let greatestLifetime = 365.0 * 86_400
    /// By so much clocks are set now and then; nothing is made of that.
    private static let clockPlay = 60.0
    private static let greatestHeuristicLifetime = 86_400.0

    /// Whether the person's setting lets it be reused now without asking.
    var isReusable: Bool { isPersonal && isFresh }
    package var isFresh: Bool { lifetime > age && !isClockBack }
    /// How long it has been stale.
    package var staleness: Double { isFresh ? 0 : max(0, age - lifetime) }

    /// - Parameters:
    ///   - stored: The answer.
    ///   - now: The time.
    ///   - terms: What the service's terms say; nil where HTTP alone is to decide.
    package init(of stored: StoredResponse, at now: Date, terms: CachingTerms?) {
        let dates = AnswerDates(stored)
        age = Self.age(of: stored, dates, at: now)
        (lifetime, rule, isPersonal) = Self.lifetime(of: stored, dates, terms)
        isClockBack = stored.received.timeIntervalSince(now) > Self.clockPlay
    }

    /// RFC 9111, 4.2.3. No part of it is negative, whatever the clocks did.
    private static func age(of stored: StoredResponse, _ dates: AnswerDates, at now: Date) -> Double {
        let apparentAge = max(0, stored.received.timeIntervalSince(dates.date ?? stored.received))
        let delay = max(0, stored.received.timeIntervalSince(stored.requested))
        let resident = max(0, now.timeIntervalSince(stored.received))
        return max(apparentAge, dates.age + delay) + resident
    }

    /// RFC 9111, 4.2.1, and what the terms make of it.
    private static func lifetime(
        of stored: StoredResponse, _ dates: AnswerDates, _ terms: CachingTerms?
    ) -> (Double, Rule, isPersonal: Bool) {
        let control = CacheControl(stored.headers)
        let personal = personalLifetime(of: stored, control, dates, terms)
        var (lifetime, rule) =
            personal ?? explicitLifetime(stored, control, dates) ?? defaultLifetime(stored, terms)
            ?? heuristicLifetime(stored, control, dates)
            ?? (0, Rule(.caching("4.2.1"), "nothing says how long it is fresh"))
        let mayRaise = !control.has("must-revalidate") && !control.has("no-cache") && !control.has("no-store")
        if let least = terms?.leastAge?.inSeconds, least > lifetime, mayRaise, stored.isGood, personal == nil
        {
            (lifetime, rule) = (least, Rule(.terms, "fresh for \(least.shown) at least"))
        }
        if let greatest = terms?.greatestAge?.inSeconds, greatest < lifetime {
            (lifetime, rule) = (greatest, Rule(.terms, "fresh for \(greatest.shown) at most"))
        }
        if lifetime > greatestLifetime {
            (lifetime, rule) = (
                greatestLifetime, Rule(.forage, "fresh for \(greatestLifetime.shown) at most")
            )
        }
        return (max(0, lifetime), rule, personal != nil)
    }

    /// As long as the person says, from when it came: in a store of their own they may go beyond what the service says
    /// to all caches, but for `no-store`.
    private static func personalLifetime(
        of stored: StoredResponse, _ control: CacheControl, _ dates: AnswerDates, _ terms: CachingTerms?
    ) -> (Double, Rule)? {
        guard let seconds = terms?.personalAge?.inSeconds, stored.isGood, !control.has("no-store") else {
            return nil
        }
        let setting = Rule.Place.setting("providers.\(stored.provider).cacheFor")
        return (
            seconds + age(of: stored, dates, at: stored.received),
            Rule(setting, "reused for \(seconds.shown)")
        )
    }

    private static func explicitLifetime(
        _ stored: StoredResponse, _ control: CacheControl, _ dates: AnswerDates
    ) -> (Double, Rule)? {
        if let seconds = control.seconds("max-age") {
            return (seconds, Rule(.caching("5.2.2.1"), "fresh for \(seconds.shown) by max-age"))
        }
        guard stored.headers["Expires"] != nil else { return nil }
        guard let expires = dates.expires else {
            return (0, Rule(.caching("5.3"), "stale, since its Expires is not a time"))
        }
        let lifetime = max(0, expires.timeIntervalSince(dates.date ?? stored.received))
        return (lifetime, Rule(.caching("5.3"), "fresh for \(lifetime.shown) by Expires"))
    }

    private static func defaultLifetime(
        _ stored: StoredResponse, _ terms: CachingTerms?
    ) -> (Double, Rule)? {
        guard let seconds = terms?.defaultAge?.inSeconds, stored.isGood else { return nil }
        return (seconds, Rule(.terms, "fresh for \(seconds.shown), since the service does not say"))
    }

    /// A tenth of the time for which it had not changed, a day at most.
    private static func heuristicLifetime(
        _ stored: StoredResponse, _ control: CacheControl, _ dates: AnswerDates
    ) -> (Double, Rule)? {
        guard StatusRules.isHeuristicallyCacheable(stored.status) || control.has("public"),
            let modified = dates.lastModified
        else { return nil }
        let unchanged = max(0, (dates.date ?? stored.received).timeIntervalSince(modified))
        let lifetime = min(unchanged / 10, greatestHeuristicLifetime)
        return (lifetime, Rule(.caching("4.2.2"), "fresh for \(lifetime.shown) by when it last changed"))
    }
}

/// The times in an answer's header; nil for those that are none.
struct AnswerDates {
    let date: Date?
    let expires: Date?
    let lastModified: Date?
    /// What `Age` says, in seconds.
    let age: Double

    init(_ stored: StoredResponse) {
        let headers = stored.headers
        func time(_ name: String) -> Date? {
            headers.lines(of: name).first.flatMap { HTTPDate($0, near: stored.received)?.date }
        }
        date = time("Date")
        expires = time("Expires")
        lastModified = time("Last-Modified")
        // Of several the first counts, also if it is nonsense (RFC 9111, 5.1).
        let member = headers.lines(of: "Age").first.flatMap { HTTPSyntax.members(of: $0).first }
        age = member.flatMap(HTTPSyntax.seconds) ?? 0
    }
}

extension Duration {
    /// As HTTP reckons.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Double {
    /// A number of seconds for a person.
    var shown: String { "\(Int(min(max(0, self), Double(1 << 40)))) s" }
}

/// Whether a stored answer may be used for a request without asking, by what both say.
struct FreshnessDecision {
    let freshness: Freshness
    /// Why it may not; nil when it may.
    let objection: Rule?
    /// Why it may although it is older than the request wants; nil where it is not.
    let exemption: Rule?
    /// For how long the answer has been past what the request and it itself want, in seconds.
    let staleness: Double
    /// How much of that the request takes.
    let toleratedStaleness: Double
    /// Whether nothing forbids to give it past its time.
    let mayBeStale: Bool
    /// Whether it may be given at once and be confirmed afterwards.
    let mayBeConfirmedLater: Bool
    /// Whether it may be given where the server says that it cannot answer.
    let mayHideRefusals: Bool

    init(_ request: CacheRequest, _ stored: StoredResponse, at now: Date, terms: CachingTerms?) {
        let freshness = Freshness(of: stored, at: now, terms: terms)
        let answer = CacheControl(stored.headers)
        let isImmutable = answer.has("immutable") && freshness.isFresh
        let directives = RequestDirectives(request.control, ofImmutable: isImmutable)
        let isOld = RequestDirectives(request.control, ofImmutable: false).refuse(age: freshness.age)
        self.freshness = freshness
        objection = Self.objection(freshness, answer, directives)
        exemption = isImmutable && isOld ? Self.exemption(at: freshness.age) : nil
        let wanted = min(freshness.lifetime, directives.greatestAge) - directives.remaining
        staleness = freshness.isClockBack ? .infinity : max(0, freshness.age - wanted)
        toleratedStaleness = directives.tolerance
        mayBeStale =
            (freshness.isReusable || !answer.hasWhole("no-cache")) && !directives.wantsConfirmation
            && (freshness.isFresh || !answer.has("must-revalidate"))
        let window = answer.seconds("stale-while-revalidate") ?? 0
        mayBeConfirmedLater =
            mayBeStale && directives.isEmpty && !freshness.isClockBack && !freshness.isPersonal
            && freshness.staleness < window
        let bounds = [answer, request.control].compactMap { $0.seconds("stale-if-error") }
        mayHideRefusals = bounds.max().map { freshness.staleness <= $0 } ?? true
    }

    private static func objection(
        _ freshness: Freshness, _ answer: CacheControl, _ directives: RequestDirectives
    ) -> Rule? {
        if answer.hasWhole("no-cache"), !freshness.isReusable {
            return Rule(.caching("5.2.2.4"), "no-cache lets it be used only when confirmed")
        }
        if directives.wantsConfirmation {
            return Rule(.caching("5.2.1.4"), "the request wants it confirmed")
        }
        if freshness.isClockBack {
            return Rule(.caching("4.2.3"), "the clock was set back, so nobody knows how old it is")
        }
        if !freshness.isFresh {
            return Rule(.caching("4.2"), "at \(freshness.age.shown) it is past its time")
        }
        if directives.refuse(age: freshness.age) {
            return Rule(.caching("5.2.1.1"), "at \(freshness.age.shown) it is older than the request wants")
        }
        if directives.remaining > 0, freshness.lifetime - freshness.age < directives.remaining {
            return Rule(.caching("5.2.1.3"), "it is not fresh for as long as the request wants")
        }
        return nil
    }

    private static func exemption(at age: Double) -> Rule {
        Rule(.immutability, "at \(age.shown) it is older than the request wants, but it never changes")
    }
}

/// What a request says of the age of its answer (RFC 9111, 5.2.1).
private struct RequestDirectives {
    let greatestAge: Double
    let remaining: Double
    let tolerance: Double
    let wantsConfirmation: Bool

    /// An answer that never changes while it is fresh need not be confirmed just because somebody reloads.
    init(_ control: CacheControl, ofImmutable isImmutable: Bool) {
        greatestAge = isImmutable ? .infinity : control.seconds("max-age") ?? .infinity
        remaining = control.seconds("min-fresh") ?? 0
        tolerance = control.isBare("max-stale") ? .infinity : control.seconds("max-stale") ?? -1
        wantsConfirmation = control.hasWhole("no-cache")
    }

    /// Whether an answer is too old for them.
    func refuse(age: Double) -> Bool {
        greatestAge < .infinity && (age > greatestAge || greatestAge == 0)
    }

    var isEmpty: Bool { greatestAge == .infinity && remaining == 0 && !wantsConfirmation }
}

extension StoredResponse {
    /// Whether it gave what was asked for, or says for good that there is none.
    fileprivate var isGood: Bool {
        (200...299).contains(status) || StatusRules.isHeuristicallyCacheable(status)
    }
}
