import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("Caching terms of a service")
struct CachingTermsTests {
    private func verdict(
        _ control: String?, _ terms: CachingTerms, after seconds: Double, status: Int = 200,
        use: CacheUse = .usual()
    ) throws -> Verdict {
        let stored = try StoredResponse.atNoon(control.map { [("Cache-Control", $0)] } ?? [], status: status)
        return try CacheRules(use: use, terms: terms).verdict(on: stored, after: seconds)
    }

    @Test("the terms set the lifetime of a response without one")
    func defaultAge() throws {
        let terms = CachingTerms(defaultAge: .seconds(60))
        #expect(try verdict(nil, terms, after: 30) == .fresh)
        #expect(try verdict(nil, terms, after: 61) == .asked)
        #expect(try verdict("max-age=10", terms, after: 30) == .asked)
        #expect(try verdict("no-cache", terms, after: 30) == .asked)
        #expect(try verdict(nil, terms, after: 30, status: 404) == .fresh)
        #expect(try verdict(nil, terms, after: 30, status: 500) == .asked)
    }

    @Test("the terms set a minimum lifetime, unless the service forbids caching")
    func leastAge() throws {
        let terms = CachingTerms(leastAge: .seconds(60))
        #expect(try verdict("max-age=10", terms, after: 30) == .fresh)
        #expect(try verdict("max-age=0", terms, after: 30) == .fresh)
        #expect(try verdict("max-age=10, must-revalidate", terms, after: 30) == .asked)
        #expect(try verdict("no-cache", terms, after: 30) == .asked)
        #expect(try verdict("max-age=10", terms, after: 30, status: 500) == .asked)
    }

    @Test(
        "your own lifetime replaces the service's, except for no-store",
        arguments: [
            ("max-age=1", true), ("private, must-revalidate, max-age=0", true), ("no-cache", true),
            (nil, true),
            ("no-store", false), ("no-store, must-understand, max-age=5", false),
        ])
    func personalAge(control: String?, isReused: Bool) throws {
        let terms = terms(reusedFor: 60)
        #expect(try (verdict(control, terms, after: 59) == .fresh) == isReused)
        #expect(try verdict(control, terms, after: 61) == .asked)
    }

    @Test("your own lifetime may be shorter than the service's, and counts from arrival")
    func shorterPersonalAge() throws {
        let terms = terms(reusedFor: 60)
        #expect(try verdict("max-age=600, stale-while-revalidate=600", terms, after: 61) == .asked)
        #expect(try verdict("max-age=600", self.terms(reusedFor: 0), after: 0) == .asked)
        #expect(try verdict("max-age=600", terms, after: 30, status: 500) == .fresh)
        let old = try StoredResponse.atNoon([("Cache-Control", "max-age=600"), ("Age", "500")])
        #expect(try CacheRules(terms: terms).verdict(on: old, after: 59) == .fresh)
        #expect(try CacheRules(terms: terms).verdict(on: old, after: 61) == .asked)
    }

    @Test("your own lifetime is limited by the greatest age of the terms, and the rule names the setting")
    func boundedPersonalAge() throws {
        var terms = terms(reusedFor: 600)
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=1")])
        let rules = CacheRules(terms: terms).decide(try .sample(), among: [stored], at: noon + 30).rules
        #expect(rules.map(\.place) == [.setting("providers.\(stored.provider).cacheFor")])
        terms.greatestAge = .seconds(60)
        #expect(try verdict("max-age=1", terms, after: 59) == .fresh)
        #expect(try verdict("max-age=1", terms, after: 61) == .asked)
    }

    private func terms(reusedFor seconds: Int) -> CachingTerms {
        var terms = CachingTerms(defaultAge: .seconds(10), leastAge: .seconds(120))
        terms.personalAge = .seconds(seconds)
        return terms
    }

    @Test(
        "a response older than the terms allow is never shown, not even offline",
        arguments: [CacheUse.usual(), .offline])
    func greatestAge(use: CacheUse) throws {
        let terms = CachingTerms(greatestAge: .seconds(60))
        #expect(try verdict("max-age=100", terms, after: 59, use: use) == .fresh)
        #expect(
            try verdict("max-age=100", terms, after: 61, use: use) == (use == .offline ? .refused : .asked))
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=100")])
        #expect(CacheRules(terms: terms).mustBeDropped(stored, at: noon.addingTimeInterval(61)))
        #expect(!CacheRules().mustBeDropped(stored, at: noon.addingTimeInterval(61)))
    }

    @Test("a response expires when it can no longer be revalidated, or the terms no longer allow it")
    func expiry() throws {
        func seconds(_ headers: [(String, String)], _ terms: CachingTerms? = nil) throws -> Double? {
            CacheRules(terms: terms).expiry(of: try .atNoon(headers)).map { $0.timeIntervalSince(noon) }
        }
        let fresh = ("Cache-Control", "max-age=100")
        #expect(try seconds([fresh]) == 100)
        #expect(try seconds([fresh, ("Age", "40")]) == 60)
        #expect(try seconds([fresh, ("Age", "400")]) == 0)
        #expect(try seconds([]) == 0)
        #expect(try seconds([fresh, ("ETag", "\"a\"")]) == nil)
        #expect(try seconds([fresh, ("ETag", "\"a\"")], CachingTerms(greatestAge: .seconds(60))) == 60)
    }

    @Test("no-store overrides the terms")
    func noStore() throws {
        let terms = CachingTerms(defaultAge: .seconds(60), leastAge: .seconds(60))
        let times = ExchangeTimes(requested: noon, received: noon)
        func isKept(_ headers: Headers, _ status: Int) throws -> Bool {
            let decision = CacheRules(terms: terms).storing(
                Response(status: status, headers: headers, body: []), to: try .sample(), for: "sample", times)
            if case .store = decision { return true }
            return false
        }
        #expect(try !isKept(["Cache-Control": "no-store"], 200))
        #expect(try isKept([:], 202))
        #expect(try !isKept([:], 500))
    }
}
