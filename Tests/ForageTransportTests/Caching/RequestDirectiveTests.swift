import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("Cache directives of a request")
struct RequestDirectiveTests {
    @Test(
        "the request limits the age, freshness and staleness of a response",
        arguments: [
            ("max-age=600", 500.0, Verdict.fresh), ("max-age=600", 700, .asked), ("max-age=0", 0, .asked),
            ("max-age=nonsense", 1, .asked), ("min-fresh=100", 850, .fresh), ("min-fresh=100", 950, .asked),
            ("max-stale=100", 1050, .stale), ("max-stale=100", 1150, .asked), ("max-stale", 99_999, .stale),
            ("max-stale=nonsense", 1050, .asked), ("no-cache", 0, .asked), ("no-store", 10, .fresh),
            ("only-if-cached", 10, .fresh), ("only-if-cached", 1001, .refused),
            ("only-if-cached, max-stale", 1001, .stale), ("max-age=600, max-stale=50", 640, .fresh),
            ("max-age=600, max-stale=50", 660, .asked), ("nothing-of-that", 10, .fresh),
        ])
    func directives(control: String, age: Double, verdict: Verdict) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1000")])
        let request = [("Cache-Control", control)]
        #expect(try CacheRules().verdict(on: stored, after: age, request: request) == verdict)
    }

    @Test("only-if-cached is refused if nothing is stored")
    func nothingStored() throws {
        let request = [("Cache-Control", "only-if-cached")]
        #expect(try CacheRules().verdict(request: request) == .refused)
    }

    @Test("a reload sends no request for an immutable response, but no-cache does")
    func immutable() throws {
        let stored = try StoredResponse.atNoon([
            ("Cache-Control", "max-age=1000, immutable"), ("ETag", "\"a\""),
        ])
        func verdict(_ control: String, after seconds: Double) throws -> Verdict {
            try CacheRules().verdict(on: stored, after: seconds, request: [("Cache-Control", control)])
        }
        #expect(try verdict("max-age=0", after: 5) == .fresh)
        #expect(try verdict("no-cache", after: 5) == .confirmed)
        #expect(try verdict("max-age=0", after: 1001) == .confirmed)
    }

    @Test(
        "the decision names the rule if a reload sends no request",
        arguments: [("max-age=0", true), ("max-age=4", true), ("max-age=6", false), ("max-stale", false)])
    func exemption(control: String, isNeeded: Bool) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1000, immutable")])
        let request = try CacheRequest.sample(.get, [("Cache-Control", control)])
        let decision = CacheRules().decide(request, among: [stored], at: noon + 5)
        #expect(Verdict(decision) == .fresh)
        let exemption = Rule(
            .immutability, "at 5 s it is older than the request accepts, but it never changes")
        #expect(decision.rules.dropFirst() == (isNeeded ? [exemption] : []))
    }

    @Test("a response that must be revalidated is not used as a fallback")
    func noFallback() throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1000")])
        let request = try CacheRequest.sample(.get, [("Cache-Control", "no-cache")])
        guard case .ask(let question) = CacheRules().decide(request, among: [stored], at: noon).action else {
            Issue.record("not asked")
            return
        }
        #expect(question.fallback == nil)
    }

    @Test(
        "a conditional request is answered from a fresh response",
        arguments: [
            ("If-None-Match", "\"a\"", true), ("If-None-Match", "W/\"a\"", true),
            ("If-None-Match", "*", true),
            ("If-None-Match", "\"x\", \"a\"", true), ("If-None-Match", "\"x\"", false),
            ("If-Modified-Since", noon.http(-100), true), ("If-Modified-Since", noon.http(-50), true),
            ("If-Modified-Since", noon.http(-101), false), ("If-Modified-Since", "nonsense", false),
        ])
    func conditions(name: String, value: String, isUnchanged: Bool) throws {
        let stored = try StoredResponse.atNoon([
            ("Cache-Control", "max-age=60"), ("ETag", "\"a\""), ("Last-Modified", noon.http(-100)),
        ])
        let decision = CacheRules().decide(try .sample(.get, [(name, value)]), among: [stored], at: noon)
        guard case .serve(let serving) = decision.action else {
            Issue.record("not served")
            return
        }
        #expect(serving.form == (isUnchanged ? .notModified : .whole))
    }

    @Test("If-None-Match overrides If-Modified-Since")
    func conditionPrecedence() throws {
        let stored = try StoredResponse.atNoon([
            ("Cache-Control", "max-age=60"), ("ETag", "\"a\""), ("Last-Modified", noon.http(-100)),
        ])
        let request = try CacheRequest.sample(
            .get, [("If-None-Match", "\"b\""), ("If-Modified-Since", noon.http())])
        #expect(CacheRules().conditionalForm(request, stored) == nil)
    }

    @Test(
        "conditions that only the origin can evaluate are sent to it",
        arguments: ["If-Match", "If-Unmodified-Since"])
    func originConditions(name: String) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=60")])
        #expect(try CacheRules().verdict(on: stored, request: [(name, "\"a\"")]) == .asked)
    }

    @Test(
        "only GET and HEAD are answered from the cache",
        arguments: ["POST", "PUT", "DELETE", "OPTIONS", "M-SEARCH"])
    func methods(text: String) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=60")])
        let method = try #require(Endpoint.Method(text))
        #expect(try CacheRules().verdict(on: stored, method: method) == .asked)
    }

    @Test("HEAD is answered from a whole response while it is fresh")
    func head() throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=60")])
        let decision = CacheRules().decide(try .sample(.head), among: [stored], at: noon)
        guard case .serve(let serving) = decision.action else {
            Issue.record("not served")
            return
        }
        #expect(serving.form == .head)
        #expect(try CacheRules().verdict(on: stored, after: 61, method: .head) == .asked)
    }
}
