import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("The age of a response")
struct AgeTests {
    private func age(
        _ headers: [(String, String)], delay: Double = 0, after seconds: Double = 0
    ) throws -> Double {
        var stored = try StoredResponse.atNoon(headers)
        stored.requested = noon.addingTimeInterval(-delay)
        return Freshness(of: stored, at: noon.addingTimeInterval(seconds), terms: nil).age
    }

    @Test(
        "the first number of Age counts, and invalid text is ignored",
        arguments: [
            ("30", 30.0), ("0", 0), ("007", 7), ("-7200", 0), ("7200.0", 0), ("abc", 0), ("", 0),
            ("7200, 0", 7200), ("0, 7200", 0), ("abc, 7200", 0), ("7200;a=b", 0), ("\"7200\"", 0),
            ("2147483649", 2_147_483_648), ("99999999999999999999999", 2_147_483_648),
        ])
    func field(text: String, seconds: Double) throws {
        #expect(try age([("Age", text)]) == seconds)
    }

    @Test("the first of several Age headers counts")
    func lines() throws {
        #expect(try age([("Age", "0"), ("Age", "7200")]) == 0)
        #expect(try age([("Age", "7200"), ("Age", "0")]) == 7200)
    }

    @Test("the response delay, the time since and a past Date add to the age")
    func parts() throws {
        #expect(try age([("Age", "10")], delay: 5, after: 3) == 18)
        #expect(try age([("Date", noon.http(-100)), ("Age", "10")], delay: 5, after: 3) == 103)
        #expect(try age([("Date", noon.http(100))], after: 3) == 3)
    }

    @Test(
        "a clock that goes back never makes a response younger than on arrival",
        arguments: [-1.0, -59, -3600, -1e9])
    func back(seconds: Double) throws {
        #expect(try age([("Age", "10")], after: seconds) == 10)
        #expect(try age([("Age", "10")], delay: seconds, after: 0) == 10)
    }

    @Test(
        "a response from the future is not used without a request",
        arguments: [(-59.0, Verdict.fresh), (-61, .asked)])
    func future(seconds: Double, verdict: Verdict) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=99999999")])
        #expect(try CacheRules().verdict(on: stored, after: seconds) == verdict)
    }

    @Test(
        "no response is fresh for more than a year",
        arguments: ["max-age=99999999999", "max-age=99999999999, immutable"])
    func year(control: String) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", control)])
        #expect(try CacheRules().verdict(on: stored, after: 364 * 86_400) == .fresh)
        #expect(try CacheRules().verdict(on: stored, after: 366 * 86_400) == .asked)
    }

    @Test(
        "dates of any kind do not crash the rules",
        arguments: ["", "foo", "Fri, 31 Dec 9999 23:59:59 GMT", "0"])
    func dates(text: String) throws {
        let stored = try StoredResponse.atNoon([
            ("Date", text), ("Last-Modified", text), ("Expires", text), ("Age", text),
        ])
        let freshness = Freshness(of: stored, at: .distantFuture, terms: nil)
        #expect(!freshness.isFresh)
        #expect(freshness.lifetime <= Freshness.greatestLifetime)
    }
}
