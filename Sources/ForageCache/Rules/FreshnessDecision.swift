internal import Essentials
internal import ForageCore

/// Whether a stored answer may be used for a request without asking, by what both say.
struct FreshnessDecision {
    let freshness: Freshness
    /// Why it may not; nil when it may.
    let objection: Rule?
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
        let wishes = Wishes(request.control, ofImmutable: answer.has("immutable") && freshness.isFresh)
        self.freshness = freshness
        objection = Self.objection(freshness, answer, wishes)
        let wanted = min(freshness.lifetime, wishes.greatestAge) - wishes.remaining
        staleness = freshness.isClockBack ? .infinity : max(0, freshness.age - wanted)
        toleratedStaleness = wishes.tolerance
        mayBeStale =
            !answer.hasWhole("no-cache") && !wishes.wantsConfirmation
            && (freshness.isFresh || !answer.has("must-revalidate"))
        let window = answer.seconds("stale-while-revalidate") ?? 0
        mayBeConfirmedLater =
            mayBeStale && wishes.isEmpty && !freshness.isClockBack && freshness.staleness < window
        let bounds = [answer, request.control].compactMap { $0.seconds("stale-if-error") }
        mayHideRefusals = bounds.max().map { freshness.staleness <= $0 } ?? true
    }

    private static func objection(
        _ freshness: Freshness, _ answer: CacheControl, _ wishes: Wishes
    ) -> Rule? {
        if answer.hasWhole("no-cache") {
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
        if wishes.greatestAge < .infinity, freshness.age > wishes.greatestAge || wishes.greatestAge == 0 {
            return Rule(.caching("5.2.1.1"), "at \(freshness.age.shown) it is older than the request wants")
        }
        if wishes.remaining > 0, freshness.lifetime - freshness.age < wishes.remaining {
            return Rule(.caching("5.2.1.3"), "it is not fresh for as long as the request wants")
        }
        return nil
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

    var isEmpty: Bool { greatestAge == .infinity && remaining == 0 && !wantsConfirmation }
}
