import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("Stale responses")
struct StaleTests {
    @Test(
        "the response says whether it may be used when stale",
        arguments: [
            ("max-age=10", 15.0, Verdict.asked),
            ("max-age=10, stale-while-revalidate=10", 15, .staleAndConfirmed),
            ("max-age=10, stale-while-revalidate=10", 21, .asked),
            ("max-age=10, stale-while-revalidate=x", 15, .asked),
            ("max-age=10, stale-while-revalidate=10, must-revalidate", 15, .asked),
            ("max-age=10, stale-while-revalidate=10, no-cache", 5, .asked),
            ("no-cache, max-age=10", 5, .asked), ("no-cache=\"set-cookie\", max-age=10", 5, .fresh),
            ("no-cache=\"\", max-age=10", 5, .asked), ("must-revalidate, max-age=10", 5, .fresh),
        ])
    func directives(control: String, age: Double, verdict: Verdict) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", control)])
        #expect(try CacheRules().verdict(on: stored, after: age) == verdict)
    }

    @Test("a response with validators is revalidated instead of requested in full")
    func validators() throws {
        let stored = try StoredResponse.atNoon([
            ("Cache-Control", "max-age=1"), ("ETag", "W/\"a\""), ("Last-Modified", noon.http(-100)),
        ])
        let decision = CacheRules().decide(try .sample(), among: [stored], at: noon.addingTimeInterval(5))
        guard case .ask(let question) = decision.action else {
            Issue.record("not asked")
            return
        }
        #expect(question.purpose == .confirm(stored))
        #expect(
            question.fields == [
                Headers.Field("If-None-Match", "W/\"a\""),
                Headers.Field("If-Modified-Since", noon.http(-100)),
            ])
        #expect(question.fallback?.stored == stored)
    }

    @Test("a conditional request gets no further conditions")
    func ownConditions() throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1"), ("ETag", "\"a\"")])
        let request = [("If-None-Match", "\"b\"")]
        #expect(try CacheRules().verdict(on: stored, after: 5, request: request) == .asked)
    }

    @Test(
        "a stale response is the fallback for an unreachable service, unless that is forbidden",
        arguments: [
            ("max-age=1", true, true), ("max-age=1, must-revalidate", false, true), ("no-cache", false, true),
            ("max-age=1, stale-if-error=60", true, true), ("max-age=1, stale-if-error=2", true, false),
        ])
    func fallback(control: String, isThere: Bool, coversRefusals: Bool) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", control)])
        let decision = CacheRules().decide(try .sample(), among: [stored], at: noon.addingTimeInterval(30))
        guard case .ask(let question) = decision.action else {
            Issue.record("not asked")
            return
        }
        #expect((question.fallback != nil) == isThere)
        #expect(question.coversRefusals == coversRefusals)
    }

    @Test("a stored error response is no fallback", arguments: [404, 500, 503])
    func refusals(status: Int) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1")], status: status)
        let decision = CacheRules().decide(try .sample(), among: [stored], at: noon.addingTimeInterval(30))
        guard case .ask(let question) = decision.action else {
            Issue.record("not asked")
            return
        }
        #expect(question.fallback == nil)
    }

    @Test(
        "the cache mode decides how far stored responses are used",
        arguments: [
            (CacheUse.usual(), Verdict.asked), (.usual(maxStale: .seconds(60)), .stale),
            (.usual(maxStale: .seconds(10)), .asked), (.refresh, .asked), (.preferred, .stale),
            (.offline, .stale),
        ])
    func uses(use: CacheUse, verdict: Verdict) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1")])
        #expect(try CacheRules(use: use).verdict(on: stored, after: 30) == verdict)
    }

    @Test("must-revalidate holds unless the mode is offline or prefers stored responses")
    func mustRevalidate() throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1, must-revalidate")])
        #expect(try CacheRules(use: .usual(maxStale: .seconds(60))).verdict(on: stored, after: 30) == .asked)
        #expect(try CacheRules(use: .offline).verdict(on: stored, after: 30) == .stale)
        #expect(try CacheRules(use: .preferred).verdict(on: stored, after: 30) == .stale)
    }

    @Test(
        "a fresh response is fresh in every mode",
        arguments: [CacheUse.usual(), .preferred, .offline])
    func fresh(use: CacheUse) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=60")])
        #expect(try CacheRules(use: use).verdict(on: stored, after: 30) == .fresh)
    }

    @Test("offline, a request without a stored response is refused")
    func offline() throws {
        #expect(try CacheRules(use: .offline).verdict() == .refused)
        #expect(try CacheRules(use: .offline).verdict(method: .post) == .refused)
        #expect(try CacheRules(use: .preferred).verdict() == .asked)
    }

    @Test("a refresh requests the response from the origin, without stored ones")
    func refresh() throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=60"), ("ETag", "\"a\"")])
        let decision = CacheRules(use: .refresh).decide(try .sample(), among: [stored], at: noon)
        guard case .ask(let question) = decision.action else {
            Issue.record("not asked")
            return
        }
        #expect(question.fields == [Headers.Field("Cache-Control", "no-cache")])
        #expect(question.fallback == nil)
    }
}
