internal import Essentials
internal import ForageCore

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
        let wishes = Wishes(request.control, ofImmutable: isImmutable)
        let isOld = Wishes(request.control, ofImmutable: false).refuse(age: freshness.age)
        self.freshness = freshness
        objection = Self.objection(freshness, answer, wishes)
        exemption = isImmutable && isOld ? Self.exemption(at: freshness.age) : nil
        let wanted = min(freshness.lifetime, wishes.greatestAge) - wishes.remaining
        staleness = freshness.isClockBack ? .infinity : max(0, freshness.age - wanted)
        toleratedStaleness = wishes.tolerance
        mayBeStale =
            (freshness.isReusable || !answer.hasWhole("no-cache")) && !wishes.wantsConfirmation
            && (freshness.isFresh || !answer.has("must-revalidate"))
        let window = answer.seconds("stale-while-revalidate") ?? 0
        mayBeConfirmedLater =
            mayBeStale && wishes.isEmpty && !freshness.isClockBack && !freshness.isPersonal
            && freshness.staleness < window
        let bounds = [answer, request.control].compactMap { $0.seconds("stale-if-error") }
        mayHideRefusals = bounds.max().map { freshness.staleness <= $0 } ?? true
    }

    private static func objection(
        _ freshness: Freshness, _ answer: CacheControl, _ wishes: Wishes
    ) -> Rule? {
        if answer.hasWhole("no-cache"), !freshness.isReusable {
            return Rule(.caching("5.2.2.4"), "no-cache lets it be used only when confirmed")
        }
        if wishes.wantsConfirmation {
            return Rule(.caching("5.2.1.4"), "the request wants it confirmed")
        }
        if freshness.isClockBack {
            return Rule(.caching("4.2.3"), "the clock was set back, so nobody knows how old it is")
        }
        if !freshness.isFresh {
            return Rule(.caching("4.2"), "at \(freshness.age.shown) it is past its time")
        }
        if wishes.refuse(age: freshness.age) {
            return Rule(.caching("5.2.1.1"), "at \(freshness.age.shown) it is older than the request wants")
        }
        if wishes.remaining > 0, freshness.lifetime - freshness.age < wishes.remaining {
            return Rule(.caching("5.2.1.3"), "it is not fresh for as long as the request wants")
        }
        return nil
    }

    private static func exemption(at age: Double) -> Rule {
        Rule(.immutability, "at \(age.shown) it is older than the request wants, but it never changes")
    }
}

/// What a request says of the age of its answer (RFC 9111, 5.2.1).
private struct Wishes {
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
