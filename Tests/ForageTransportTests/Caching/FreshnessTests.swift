import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("Freshness lifetimes")
struct FreshnessTests {
    private func lifetime(_ headers: [(String, String)], status: Int = 200) throws -> Double {
        try freshness(headers, status: status).lifetime
    }

    private func freshness(_ headers: [(String, String)], status: Int = 200) throws -> Freshness {
        Freshness(of: try .atNoon(headers, status: status), at: noon, terms: nil)
    }

    @Test(
        "max-age is a number of seconds, and anything else is ignored",
        arguments: [
            ("max-age=3600", 3600.0), ("MAX-AGE=3600", 3600), ("max-age=003600", 3600),
            ("max-age=\"60\"", 60),
            ("max-age=-1", 0), ("max-age='60'", 0), ("max-age=60s", 0), ("max-age=", 0), ("max-age", 0),
            ("max-age=1.5", 0), ("max-age = 60", 0), ("x=\"max-age=3600\", max-age=1", 1),
            ("x=\"a, max-age=3600", 0), ("max-age=10, max-age=20", 10), ("s-maxage=50, max-age=1", 1),
            ("private, max-age=7", 7),
        ])
    func maxAge(control: String, seconds: Double) throws {
        #expect(try lifetime([("Cache-Control", control)]) == seconds)
    }

    @Test(
        "a lifetime is limited to a year",
        arguments: ["2147483647", "2147483648", "99999999999", "9999999999999999999999"])
    func saturation(number: String) throws {
        let freshness = try freshness([("Cache-Control", "max-age=\(number)")])
        #expect(freshness.lifetime == Freshness.greatestLifetime)
        #expect(freshness.rule.description == "fresh for at most 31536000 s (Forage)")
    }

    private static let expiries: [(String, Double)] = [
        (noon.http(60), 60), (noon.http(-60), 0), ("0", 0), ("", 0), ("soon", 0),
        ("Thursday, 18-Aug-50 02:01:18 GMT", Freshness.greatestLifetime),
        ("Thu Aug 18 02:01:18 2050", Freshness.greatestLifetime),
        ("Thu, 18 Aug 2050 02:01:18 UTC", 0), ("Thu, 18 Aug 50 02:01:18 GMT", 0),
        ("Thu 18 Aug 2050 02:01:18 GMT", 0), ("Thu, 18 Aug 2050 2:01:18 GMT", 0),
        ("Thu, 18  Aug 2050 02:01:18 GMT", 0), ("Thu, 18-Aug-2050 02:01:18 GMT", 0),
        ("Thu, 18 Aug 2050 02.01.18 GMT", 0),
    ]

    @Test("Expires counts from Date, and an invalid Expires is in the past", arguments: expiries)
    func expires(text: String, seconds: Double) throws {
        #expect(try lifetime([("Expires", text)]) == seconds)
    }

    @Test("max-age overrides Expires, and the first of several Expires counts")
    func precedence() throws {
        #expect(try lifetime([("Expires", noon.http(60)), ("Cache-Control", "max-age=5")]) == 5)
        #expect(try lifetime([("Expires", noon.http(-60)), ("Cache-Control", "max-age=5")]) == 5)
        #expect(try lifetime([("Expires", noon.http(5)), ("Expires", noon.http(60))]) == 5)
        #expect(try lifetime([("Expires", "0"), ("Expires", noon.http(60))]) == 0)
    }

    @Test("with an invalid Date, Expires counts from arrival")
    func nonsenseDate() throws {
        #expect(try lifetime([("Date", "foo"), ("Expires", noon.http(10))]) == 10)
    }

    @Test(
        "without a lifetime, a tenth of the time since the last change counts, up to a day",
        arguments: [(-86_400.0, 8640.0), (-30, 3), (60, 0), (-864_000_000, 86_400)])
    func heuristic(modified: Double, seconds: Double) throws {
        #expect(try lifetime([("Last-Modified", noon.http(modified))]) == seconds)
    }

    @Test(
        "only some statuses have a heuristic lifetime",
        arguments: [
            (200, 8640.0), (203, 8640), (204, 8640), (300, 8640), (301, 8640), (308, 8640), (404, 8640),
            (405, 8640), (410, 8640), (414, 8640), (501, 8640), (201, 0), (202, 0), (302, 0), (307, 0),
            (403, 0), (500, 0), (502, 0), (503, 0), (504, 0), (599, 0),
        ])
    func heuristicStatus(status: Int, seconds: Double) throws {
        let modified = ("Last-Modified", noon.http(-86_400))
        #expect(try lifetime([modified], status: status) == seconds)
        #expect(try lifetime([modified, ("Cache-Control", "public")], status: status) == 8640)
    }

    @Test("a response without any information is not fresh")
    func nothing() throws {
        #expect(try lifetime([]) == 0)
    }
}
