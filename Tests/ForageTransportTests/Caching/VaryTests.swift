import ForageCore
import Platform
import Testing

@testable import ForageTransport

@Suite("Responses with Vary")
struct VaryTests {
    /// Whether a response to the first request answers the second.
    private func isReused(
        _ vary: [String], _ first: [(String, String)], _ second: [(String, String)],
        answer: [(String, String)] = []
    ) throws -> Bool {
        var headers = Headers(answer + [("Cache-Control", "max-age=60"), ("Date", noon.http())])
        for line in vary { headers.append("Vary", line) }
        let decision = CacheRules().storing(
            Response(headers: headers, body: []), to: try .sample(.get, first), for: "sample",
            ExchangeTimes(requested: noon, received: noon))
        guard case .store(let stored, _) = decision else { return false }
        return try CacheRules().verdict(on: stored, request: second) == .fresh
    }

    @Test(
        "the fields that Vary names must be equal, and no others",
        arguments: [
            ("Foo", "1", "1", true), ("Foo", "1", "2", false), ("foo", "1", "1", true),
            ("Foo", "1", "", false),
            ("Bar", "1", "2", true), ("*", "1", "1", false), ("*, Foo", "1", "1", false),
            ("Foo, *", "1", "1", false), (",*", "1", "1", false), ("", "1", "2", true),
        ])
    func fields(vary: String, first: String, second: String, isSame: Bool) throws {
        let request = second.isEmpty ? [] : [("Foo", second)]
        #expect(try isReused([vary], [("Foo", first)], request) == isSame)
    }

    @Test("several Vary headers are combined")
    func lines() throws {
        let first = [("Foo", "1"), ("Bar", "2")]
        #expect(try isReused(["Foo", "Bar"], first, first))
        #expect(try !isReused(["Foo", "Bar"], first, [("Foo", "1")]))
        #expect(try !isReused(["Foo", "Bar"], first, [("Foo", "1"), ("Bar", "3")]))
        #expect(try !isReused(["Foo", "*"], first, first))
    }

    @Test(
        "equivalent values are equal",
        arguments: [
            ("Foo", "1,2", "1 ,  2", true), ("Foo", "a", "A", false), ("Foo", "1,2", "2,1", false),
            ("Accept-Language", "en, de", "eN,De", true), ("Accept-Language", "en, de", "de, en", true),
            ("Accept-Language", "en;q=0.5, de", "de;q=1.0,en; q=0.50", true),
            ("Accept-Language", "en;q=0.5, de", "en, de;q=0.5", false),
            ("Accept-Language", "en", "de", false), ("Accept-Encoding", "gzip, br", "br,gzip", true),
            ("Accept", "text/html, */*;q=0.1", "*/*;q=0.1,text/html", true),
            ("Accept", "text/html;a=B", "text/html;a=b", false),
        ])
    func regular(name: String, first: String, second: String, isSame: Bool) throws {
        #expect(try isReused([name], [(name, first)], [(name, second)]) == isSame)
    }

    @Test("repeated fields are one list")
    func repeated() throws {
        #expect(try isReused(["Foo"], [("Foo", "1, 2")], [("Foo", "1"), ("Foo", "2")]))
    }

    @Test(
        "a response in the preferred language is reused",
        arguments: [
            ("fr;q=0.5, de;q=1.0", true), ("de;q=0.5, fr", false), ("de, fr", false), ("fr", false),
            ("de;q=0", false),
        ])
    func favouriteLanguage(wanted: String, isReused: Bool) throws {
        let first = [("Accept-Language", "en, de")]
        let second = [("Accept-Language", wanted)]
        let answer = [("Content-Language", "de")]
        #expect(try self.isReused(["Accept-Language"], first, second, answer: answer) == isReused)
    }

    @Test("the matching one of several variants is used")
    func variants() throws {
        func stored(_ value: String) throws -> StoredResponse {
            try .atNoon(
                [("Cache-Control", "max-age=60"), ("Vary", "Foo"), ("V", value)],
                variant: [
                    StoredResponse.VariantField("foo", value)
                ])
        }
        let decision = CacheRules().decide(
            try .sample(.get, [("Foo", "1")]), among: [try stored("2"), try stored("1")], at: noon)
        guard case .serve(let serving) = decision.action else {
            Issue.record("not served")
            return
        }
        #expect(serving.stored.headers["V"] == "1")
    }
}
