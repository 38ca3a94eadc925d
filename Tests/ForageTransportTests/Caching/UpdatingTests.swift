import ForageCore
import Platform
import Testing

@testable import ForageTransport

private let later = noon.addingTimeInterval(100)
private let times = ExchangeTimes(requested: later, received: later)

@Suite("Updates by revalidation")
struct UpdatingTests {
    private func confirmed(
        _ stored: [(String, String)], by headers: [(String, String)]
    ) throws -> StoredResponse? {
        let response = Response(status: 304, headers: Headers(headers), body: [])
        return CacheRules().confirmed(try .atNoon(stored), by: response, to: try .sample(), times)
    }

    @Test("fields sent again replace the stored ones, and the others stay")
    func fields() throws {
        let stored = try #require(
            try confirmed(
                [("Cache-Control", "max-age=1"), ("A", "1"), ("A", "2"), ("B", "1")],
                by: [("Cache-Control", "max-age=60"), ("a", "3"), ("C", "1"), ("Date", later.http())]))
        #expect(stored.headers.lines(of: "A") == ["3"])
        #expect(stored.headers["B"] == "1")
        #expect(stored.headers["C"] == "1")
        #expect(stored.headers["Date"] == later.http())
        #expect(stored.received == later)
        #expect(Freshness(of: stored, at: later, terms: nil).isFresh)
    }

    @Test(
        "fields that describe the bytes do not change",
        arguments: ["Content-Length", "Content-Encoding", "Content-Range"])
    func boundFields(name: String) throws {
        #expect(try confirmed([(name, "36")], by: [(name, "10")])?.headers[name] == "36")
    }

    @Test("cookies and connection headers are not stored by a revalidation either")
    func passing() throws {
        let stored = try #require(
            try confirmed([], by: [("Set-Cookie", "a=b"), ("Connection", "x-a"), ("X-A", "1")]))
        #expect(stored.headers["Set-Cookie"] == nil)
        #expect(stored.headers["X-A"] == nil)
    }

    @Test("the age and date of the replaced response are dropped")
    func age() throws {
        let stored = try #require(
            try confirmed([("Cache-Control", "max-age=60"), ("Age", "50"), ("Date", noon.http())], by: []))
        #expect(stored.headers["Age"] == nil)
        #expect(Freshness(of: stored, at: later, terms: nil).age == 0)
    }

    @Test(
        "a revalidation of another response is ignored",
        arguments: [
            ([("ETag", "\"a\"")], [("ETag", "\"a\"")], true),
            ([("ETag", "\"a\"")], [("ETag", "W/\"a\"")], true),
            ([("ETag", "\"a\"")], [("ETag", "\"b\"")], false), ([("ETag", "\"a\"")], [], true),
            ([], [("ETag", "\"b\"")], false),
            ([("Last-Modified", noon.http(-9))], [("Last-Modified", noon.http(-9))], true),
            ([("Last-Modified", noon.http(-9))], [("Last-Modified", noon.http(-8))], false),
        ])
    func validators(stored: [(String, String)], sent: [(String, String)], isSame: Bool) throws {
        #expect((try confirmed(stored, by: sent) != nil) == isSame)
    }

    @Test(
        "a HEAD response revalidates a response with its length and validators",
        arguments: [
            ([(String, String)](), true), ([("Content-Length", "10")], true),
            ([("Content-Length", "11")], false),
            ([("ETag", "\"a\"")], true), ([("ETag", "\"b\"")], false),
            ([("Last-Modified", noon.http(-9))], true), ([("Last-Modified", noon.http(-8))], false),
        ])
    func head(sent: [(String, String)], isSame: Bool) throws {
        let stored = try StoredResponse.atNoon([("ETag", "\"a\""), ("Last-Modified", noon.http(-9))])
        let response = Response(headers: Headers(sent), body: [])
        #expect((CacheRules().updated(stored, byHead: response, to: try .sample(), times) != nil) == isSame)
    }
}

@Suite("Invalidation by unsafe requests")
struct InvalidationTests {
    private func invalidated(
        _ method: Endpoint.Method, status: Int = 200, _ headers: [(String, String)] = []
    ) throws -> [String] {
        let response = Response(status: status, headers: Headers(headers), body: [])
        return CacheRules().invalidated(by: response, to: try .sample(method)).map(\.text)
    }

    @Test(
        "a successful unsafe request invalidates its own address",
        arguments: [
            ("POST", 200, true), ("PUT", 201, true), ("DELETE", 204, true), ("M-SEARCH", 200, true),
            ("PATCH", 303, true), ("POST", 400, false), ("PUT", 500, false), ("GET", 200, false),
            ("HEAD", 200, false), ("OPTIONS", 200, false), ("PROPFIND", 200, false),
        ])
    func methods(text: String, status: Int, isUntrue: Bool) throws {
        let method = try #require(Endpoint.Method(text))
        let keys = try invalidated(method, status: status)
        #expect(keys == (isUntrue ? ["https://api.example.org/birds?q=owl"] : []))
    }

    @Test("it also invalidates the addresses its response names, at the same origin")
    func locations() throws {
        let keys = try invalidated(
            .post, [("Location", "/birds/1#top"), ("Content-Location", "https://api.example.org/./birds/2")])
        #expect(keys.dropFirst() == ["https://api.example.org/birds/1", "https://api.example.org/birds/2"])
        let foreign = try invalidated(
            .post, [("Location", "https://example.com/1"), ("Content-Location", "//other.example.org/")])
        #expect(foreign.count == 1)
    }
}
