package import ForageCore
package import Platform

/// The age of a stored answer and its freshness lifetime (RFC 9111, 4.2), in seconds.
package struct Freshness: Hashable, Sendable {
    /// The estimated time since the origin created or last confirmed the answer.
    package let age: Double
    /// The age up to which the answer is fresh.
    package let lifetime: Double
    /// The rule that determined the lifetime.
    package let rule: Rule
    /// Indicates whether the user's own setting determines the lifetime and overrides the service's.
    package let isPersonal: Bool
    /// Indicates whether the local clock was set back since the answer was stored, so that its age is unknown.
    package let isClockBack: Bool

    /// The longest lifetime of any answer.
    package static let greatestLifetime = 365.0 * 86_400
    /// The clock adjustment that is tolerated.
    private static let clockPlay = 60.0
    private static let greatestHeuristicLifetime = 86_400.0

    /// Indicates whether the user's setting permits reuse now without a confirmation.
    var isReusable: Bool { isPersonal && isFresh }
    package var isFresh: Bool { lifetime > age && !isClockBack }
    /// The time since the answer became stale.
    package var staleness: Double { isFresh ? 0 : max(0, age - lifetime) }

    /// - Parameters:
    ///   - stored: The answer.
    ///   - now: The current time.
    ///   - terms: The service's terms; nil to apply HTTP's rules alone.
    package init(of stored: StoredResponse, at now: Date, terms: CachingTerms?) {
        let dates = AnswerDates(stored)
        age = Self.age(of: stored, dates, at: now)
        (lifetime, rule, isPersonal) = Self.lifetime(of: stored, dates, terms)
        isClockBack = stored.received.timeIntervalSince(now) > Self.clockPlay
    }

    /// Computes the age (RFC 9111, 4.2.3). No part of it is negative, even if a clock was set back.
    private static func age(of stored: StoredResponse, _ dates: AnswerDates, at now: Date) -> Double {
        let apparentAge = max(0, stored.received.timeIntervalSince(dates.date ?? stored.received))
        let delay = max(0, stored.received.timeIntervalSince(stored.requested))
        let resident = max(0, now.timeIntervalSince(stored.received))
        return max(apparentAge, dates.age + delay) + resident
    }

    /// Computes the lifetime from HTTP's rules (RFC 9111, 4.2.1) and the terms.
    private static func lifetime(
        of stored: StoredResponse, _ dates: AnswerDates, _ terms: CachingTerms?
    ) -> (Double, Rule, isPersonal: Bool) {
        let control = CacheControl(stored.headers)
        let personal = personalLifetime(of: stored, control, dates, terms)
        var (lifetime, rule) =
            personal ?? explicitLifetime(stored, control, dates) ?? defaultLifetime(stored, terms)
            ?? heuristicLifetime(stored, control, dates)
            ?? (0, Rule(.caching("4.2.1"), "nothing states how long it is fresh"))
        let mayRaise = !control.has("must-revalidate") && !control.has("no-cache") && !control.has("no-store")
        if let least = terms?.leastAge?.inSeconds, least > lifetime, mayRaise, stored.isGood, personal == nil
        {
            (lifetime, rule) = (least, Rule(.terms, "fresh for at least \(least.shown)"))
        }
        if let greatest = terms?.greatestAge?.inSeconds, greatest < lifetime {
            (lifetime, rule) = (greatest, Rule(.terms, "fresh for at most \(greatest.shown)"))
        }
        if lifetime > greatestLifetime {
            (lifetime, rule) = (
                greatestLifetime, Rule(.forage, "fresh for at most \(greatestLifetime.shown)")
            )
        }
        return (max(0, lifetime), rule, personal != nil)
    }

    /// Returns the lifetime that the user set, counted from the time of receipt. In a private store it may exceed the
    /// lifetime that the service states for all caches, but `no-store` still applies.
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
            return (0, Rule(.caching("5.3"), "stale, because its Expires is not a valid time"))
        }
        let lifetime = max(0, expires.timeIntervalSince(dates.date ?? stored.received))
        return (lifetime, Rule(.caching("5.3"), "fresh for \(lifetime.shown) by Expires"))
    }

    private static func defaultLifetime(
        _ stored: StoredResponse, _ terms: CachingTerms?
    ) -> (Double, Rule)? {
        guard let seconds = terms?.defaultAge?.inSeconds, stored.isGood else { return nil }
        return (
            seconds, Rule(.terms, "fresh for \(seconds.shown), because the service does not state a time")
        )
    }

    /// Returns a tenth of the time since the last change, and at most a day.
    private static func heuristicLifetime(
        _ stored: StoredResponse, _ control: CacheControl, _ dates: AnswerDates
    ) -> (Double, Rule)? {
        guard StatusRules.isHeuristicallyCacheable(stored.status) || control.has("public"),
            let modified = dates.lastModified
        else { return nil }
        let unchanged = max(0, (dates.date ?? stored.received).timeIntervalSince(modified))
        let lifetime = min(unchanged / 10, greatestHeuristicLifetime)
        return (
            lifetime,
            Rule(.caching("4.2.2"), "fresh for \(lifetime.shown), estimated from when it last changed")
        )
    }
}

/// The times in an answer's header; nil for invalid ones.
struct AnswerDates {
    let date: Date?
    let expires: Date?
    let lastModified: Date?
    /// The value of `Age`, in seconds.
    let age: Double

    init(_ stored: StoredResponse) {
        let headers = stored.headers
        func time(_ name: String) -> Date? {
            headers.lines(of: name).first.flatMap { HTTPDate($0, near: stored.received)?.date }
        }
        date = time("Date")
        expires = time("Expires")
        lastModified = time("Last-Modified")
        // If there are several values, the first counts, even if it is invalid (RFC 9111, 5.1).
        let member = headers.lines(of: "Age").first.flatMap { HTTPSyntax.members(of: $0).first }
        age = member.flatMap(HTTPSyntax.seconds) ?? 0
    }
}

extension Duration {
    /// The duration in seconds, the unit of HTTP.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}

extension Double {
    /// The number of seconds as text for a user.
    var shown: String { "\(Int(min(max(0, self), Double(1 << 40)))) s" }
}

/// The decision whether a stored answer may be used without a confirmation, based on its header and the request's.
struct FreshnessDecision {
    let freshness: Freshness
    /// The reason against it; nil if the answer may be used.
    let objection: Rule?
    /// The reason why the answer may be used although it is older than requested; nil if it is not older.
    let exemption: Rule?
    /// The time in seconds by which the age exceeds the limits of the request and of the answer.
    let staleness: Double
    /// The staleness that the request accepts.
    let toleratedStaleness: Double
    /// Indicates whether the answer may be served stale.
    let mayBeStale: Bool
    /// Indicates whether the answer may be served at once and confirmed afterwards.
    let mayBeConfirmedLater: Bool
    /// Indicates whether the answer may be served if the server responds with a temporary error.
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
            return Rule(.caching("5.2.2.4"), "no-cache requires revalidating it before use")
        }
        if directives.wantsConfirmation {
            return Rule(.caching("5.2.1.4"), "the request requires revalidating it")
        }
        if freshness.isClockBack {
            return Rule(.caching("4.2.3"), "the clock was set back, so its age is unknown")
        }
        if !freshness.isFresh {
            return Rule(.caching("4.2"), "it is stale at an age of \(freshness.age.shown)")
        }
        if directives.refuse(age: freshness.age) {
            return Rule(.caching("5.2.1.1"), "at \(freshness.age.shown) it is older than the request accepts")
        }
        if directives.remaining > 0, freshness.lifetime - freshness.age < directives.remaining {
            return Rule(.caching("5.2.1.3"), "it is not fresh for as long as the request requires")
        }
        return nil
    }

    private static func exemption(at age: Double) -> Rule {
        Rule(.immutability, "at \(age.shown) it is older than the request accepts, but it never changes")
    }
}

/// The request's directives on the age of its answer (RFC 9111, 5.2.1).
private struct RequestDirectives {
    let greatestAge: Double
    let remaining: Double
    let tolerance: Double
    let wantsConfirmation: Bool

    /// Creates the directives. An immutable answer needs no confirmation on a reload while it is fresh.
    init(_ control: CacheControl, ofImmutable isImmutable: Bool) {
        greatestAge = isImmutable ? .infinity : control.seconds("max-age") ?? .infinity
        remaining = control.seconds("min-fresh") ?? 0
        tolerance = control.isBare("max-stale") ? .infinity : control.seconds("max-stale") ?? -1
        wantsConfirmation = control.hasWhole("no-cache")
    }

    /// Indicates whether an answer is too old for the request.
    func refuse(age: Double) -> Bool {
        greatestAge < .infinity && (age > greatestAge || greatestAge == 0)
    }

    var isEmpty: Bool { greatestAge == .infinity && remaining == 0 && !wantsConfirmation }
}

extension StoredResponse {
    /// Indicates whether the answer is a success or a permanent error.
    fileprivate var isGood: Bool {
        (200...299).contains(status) || StatusRules.isHeuristicallyCacheable(status)
    }
}
