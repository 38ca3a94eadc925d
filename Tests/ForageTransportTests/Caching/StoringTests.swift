import ForageCore
import Platform
import Testing

@testable import ForageStorage
@testable import ForageTransport

private let times = ExchangeTimes(requested: noon, received: noon)

@Suite("Storing responses")
struct StoringTests {
    private func stored(
        _ headers: [(String, String)], status: Int = 200, request: [(String, String)] = [],
        method: Endpoint.Method = .get, terms: CachingTerms? = nil, body: [UInt8] = Array("0123456789".utf8),
        completeness: Response.Completeness = .whole
    ) throws -> StoredResponse? {
        let response = Response(
            status: status, headers: Headers(headers), body: body, completeness: completeness)
        let decision = CacheRules(terms: terms).storing(
            response, to: try .sample(method, request), for: "sample", times)
        if case .store(let stored, _) = decision { return stored }
        return nil
    }

    @Test(
        "the response's directives decide whether it is stored",
        arguments: [
            ("max-age=60", 200, true), ("no-store", 200, false), ("no-store, max-age=60", 200, false),
            ("NO-STORE", 200, false), ("no-cache", 200, true), ("private", 200, true),
            ("x=\"no-store\"", 200, true),
            ("no-store, must-understand", 200, true), ("max-age=60, must-understand", 599, false),
            ("no-store, must-understand", 599, false), ("max-age=60", 599, true), ("", 599, false),
            ("", 404, true), ("", 410, true), ("", 403, false), ("", 302, false), ("max-age=60", 302, true),
            ("max-age=60", 429, true), ("", 503, false), ("max-age=60", 999, false),
            ("max-age=60", 304, false),
        ])
    func directives(control: String, status: Int, isKept: Bool) throws {
        let headers = control.isEmpty ? [] : [("Cache-Control", control)]
        #expect((try stored(headers, status: status) != nil) == isKept)
    }

    @Test("a request with no-store stores nothing")
    func requestNoStore() throws {
        let request = [("Cache-Control", "no-store")]
        #expect(try stored([("Cache-Control", "max-age=60")], request: request) == nil)
    }

    @Test(
        "a POST response is stored only if it names the page as its location",
        arguments: [
            ("/birds?q=owl", "max-age=60", true), ("https://api.example.org/birds?q=owl", "max-age=60", true),
            ("/birds?q=wren", "max-age=60", false), ("/birds?q=owl", "public", false),
        ])
    func post(location: String, control: String, isKept: Bool) throws {
        let headers = [("Content-Location", location), ("Cache-Control", control)]
        #expect((try stored(headers, method: .post) != nil) == isKept)
        #expect(try stored([("Cache-Control", "max-age=60")], method: .post) == nil)
        #expect(try stored([("Cache-Control", "max-age=60")], method: .head) == nil)
    }

    @Test("headers of the connection and credentials are not stored")
    func fields() throws {
        let passing = [
            "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "TE", "Trailer",
            "Transfer-Encoding", "Upgrade", "Set-Cookie", "Set-Cookie2", "Authorization", "Cookie",
            "X-Listed",
        ]
        let kept = ["Content-Type", "ETag", "X-Foo", "Content-Security-Policy", "Link", "Date"]
        let headers = (passing + kept).map { ($0, $0 == "Connection" ? "close, x-listed" : "a") }
        let stored = try #require(try stored(headers + [("Cache-Control", "max-age=60")]))
        for name in passing { #expect(stored.headers[name] == nil) }
        for name in kept { #expect(stored.headers[name] == "a") }
    }

    @Test("a response without a Date gets its time of arrival")
    func date() throws {
        #expect(try stored([("Cache-Control", "max-age=60")])?.headers["Date"] == noon.http())
    }

    @Test("credentials named in Vary are not stored; the field name of a key may be")
    func credentials() throws {
        let headers = [("Cache-Control", "max-age=60"), ("Vary", "Authorization, Cookie")]
        #expect(try stored(headers, request: [("Authorization", "Bearer canary")]) == nil)
        #expect(try stored(headers, request: [("Cookie", "a=canary")]) == nil)
        #expect(try stored(headers) != nil)
        for name in ["X-Api-Key", "x-auth-token", "X-Session-Id", "client_id"] {
            #expect(try stored(headers + [("Vary", name)], request: [(name, "canary")]) == nil)
        }
        let endpoint = Endpoint.sample.header("Authorization", "Client-ID ", .key("accessKey"))
        let request = try #require(CacheRequest(endpoint))
        let decision = CacheRules().storing(
            Response(headers: Headers(headers), body: []), to: request, for: "sample", times)
        guard case .store(let stored, _) = decision else {
            Issue.record("not stored")
            return
        }
        #expect(stored.variant.map(\.value) == ["Client-ID {key accessKey}", nil])
    }

    @Test(
        "an incomplete body is never stored as whole",
        arguments: [
            (Response.Completeness.whole, "10", StoredResponse.Part.whole as StoredResponse.Part?),
            (.whole, "", .whole),
            (.whole, "9", nil), (.whole, "11", nil), (.cutOff, "11", nil), (.cutOff, "", nil),
            (.overLimit, "11", nil), (.overLimit, "", nil),
        ])
    func completeness(state: Response.Completeness, length: String, part: StoredResponse.Part?) throws {
        let headers = [("Cache-Control", "max-age=60")] + (length.isEmpty ? [] : [("Content-Length", length)])
        #expect(try stored(headers, completeness: state)?.part == part)
        #expect(try stored(headers, status: 404, completeness: state)?.part == part)
    }

    @Test("a truncated response is recognised by its length headers", arguments: [200, 206])
    func reason(status: Int) throws {
        let headers = Headers([("Content-Length", "9"), ("Content-Range", "bytes 0-11/100")])
        func reason(_ state: Response.Completeness) throws -> String {
            CacheRules().storing(
                Response(
                    status: status, headers: headers, body: Array("0123456789".utf8), completeness: state),
                to: try .sample(.get, [("Range", "bytes=0-11")]), for: "sample", times
            ).description
        }
        #expect(try reason(.cutOff).contains("the rest was not received"))
        #expect(try reason(.whole).contains("does not match its header"))
    }

    @Test("a truncated file is stored as a beginning if its rest can be requested later")
    func beginning() throws {
        let headers = [("Cache-Control", "max-age=60"), ("Content-Length", "100")]
        let part = StoredResponse.Part.bytes(0..<10, of: 100)
        #expect(try stored(headers + [("ETag", "\"a\"")], completeness: .cutOff)?.part == part)
        #expect(try stored(headers + [("ETag", "W/\"a\"")], completeness: .cutOff) == nil)
        #expect(try stored(headers + [("ETag", "\"a\"")], completeness: .overLimit) == nil)
    }

    @Test(
        "a part is stored as a part",
        arguments: [
            ("bytes 5-14/100", StoredResponse.Part.bytes(5..<15, of: 100) as StoredResponse.Part?),
            ("bytes 5-14/*", .bytes(5..<15, of: nil)), ("bytes 0-9/10", .whole), ("bytes 5-15/100", nil),
            ("bytes 5-14/10", nil), ("bytes 14-5/100", nil), ("bytes */100", nil), ("bytes=5-14/100", nil),
            ("items 5-14/100", nil), ("", nil),
        ])
    func parts(range: String, part: StoredResponse.Part?) throws {
        let headers = [("Cache-Control", "max-age=60"), ("Content-Range", range)]
        let stored = try stored(headers, status: 206, request: [("Range", "bytes=5-14")])
        #expect(stored?.part == part)
        #expect(stored?.status == part.map { $0 == .whole ? 200 : 206 })
    }

    @Test("a part that was not requested is not stored")
    func unaskedPart() throws {
        let headers = [("Cache-Control", "max-age=60"), ("Content-Range", "bytes 0-9/100")]
        #expect(try stored(headers, status: 206) == nil)
    }

    @Test("if a server ignores the range, the bytes read are stored as a beginning")
    func shortened() throws {
        func part(_ wish: Int, _ length: String?) throws -> StoredResponse.Part? {
            let request = try #require(CacheRequest(Endpoint.sample.prefix(wish)))
            let headers = length.map { [("Content-Length", $0)] } ?? []
            let response = Response(headers: Headers(headers), body: Array("0123456789".utf8))
            let decision = CacheRules().storing(response, to: request, for: "sample", times)
            if case .store(let stored, _) = decision { return stored.part }
            return nil
        }
        #expect(try part(10, "100") == .bytes(0..<10, of: 100))
        #expect(try part(10, nil) == .bytes(0..<10, of: nil))
        #expect(try part(10, "10") == .whole)
        #expect(try part(20, nil) == .whole)
    }
}
