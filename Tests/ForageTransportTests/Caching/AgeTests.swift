import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("How old an answer is")
struct AgeTests {
    private func age(
        _ headers: [(String, String)], delay: Double = 0, after seconds: Double = 0
    ) throws -> Double {
        var stored = try StoredResponse.atNoon(headers)
        stored.requested = noon.addingTimeInterval(-delay)
        return Freshness(of: stored, at: noon.addingTimeInterval(seconds), terms: nil).age
    }

    @Test(
        "of Age the first number counts, and what is not a number is nothing",
        arguments: [
            ("30", 30.0), ("0", 0), ("007", 7), ("-7200", 0), ("7200.0", 0), ("abc", 0), ("", 0),
            ("7200, 0", 7200), ("0, 7200", 0), ("abc, 7200", 0), ("7200;a=b", 0), ("\"7200\"", 0),
            ("2147483649", 2_147_483_648), ("99999999999999999999999", 2_147_483_648),
        ])
    func field(text: String, seconds: Double) throws {
        #expect(try age([("Age", text)]) == seconds)
    }

    @Test("of several lines the first counts")
    func lines() throws {
        #expect(try age([("Age", "0"), ("Age", "7200")]) == 0)
        #expect(try age([("Age", "7200"), ("Age", "0")]) == 7200)
    }

    @Test("the way here, the time since and a date in the past make it older")
    func parts() throws {
        #expect(try age([("Age", "10")], delay: 5, after: 3) == 18)
        #expect(try age([("Date", noon.http(-100)), ("Age", "10")], delay: 5, after: 3) == 103)
        #expect(try age([("Date", noon.http(100))], after: 3) == 3)
    }

    @Test("clocks that go back make nothing younger than it came", arguments: [-1.0, -59, -3600, -1e9])
    func back(seconds: Double) throws {
        #expect(try age([("Age", "10")], after: seconds) == 10)
        #expect(try age([("Age", "10")], delay: seconds, after: 0) == 10)
    }

    @Test(
        "an answer from the future is not used without asking",
        arguments: [(-59.0, Verdict.fresh), (-61, .asked)])
    func future(seconds: Double, verdict: Verdict) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", "max-age=99999999")])
        #expect(try CacheRules().verdict(on: stored, after: seconds) == verdict)
    }

    @Test("nothing is eternal", arguments: ["max-age=99999999999", "max-age=99999999999, immutable"])
    func year(control: String) throws {
        let stored = try StoredResponse.atNoon([("Cache-Control", control)])
        #expect(try CacheRules().verdict(on: stored, after: 364 * 86_400) == .fresh)
        #expect(try CacheRules().verdict(on: stored, after: 366 * 86_400) == .asked)
    }

    @Test("dates of any kind crash nothing", arguments: ["", "foo", "Fri, 31 Dec 9999 23:59:59 GMT", "0"])
    func dates(text: String) throws {
        let stored = try StoredResponse.atNoon([
            ("Date", text), ("Last-Modified", text), ("Expires", text), ("Age", text),
        ])
        let freshness = Freshness(of: stored, at: .distantFuture, terms: nil)
        #expect(!freshness.isFresh)
        #expect(freshness.lifetime <= Freshness.greatestLifetime)
    }
}
