import ForageCore
import Testing

@testable import ForageNetwork

/// The rules of redirects, without a network.
struct RedirectTests {
    private let start: WebURL = "https://api.example.com/a/b?q=1"

    @Test(
        "a location is resolved against the address that answered",
        arguments: [
            ("https://cdn.example.com/x", "https://cdn.example.com/x"),
            ("HTTPS://api.example.com/x", "https://api.example.com/x"),
            ("//cdn.example.com/x", "https://cdn.example.com/x"),
            ("/x?y=2", "https://api.example.com/x?y=2"),
            ("x", "https://api.example.com/a/x"),
            ("x:y/z", nil), ("./x:y", "https://api.example.com/a/./x:y"),
            ("?page=2", "https://api.example.com/a/b?page=2"),
            ("", "https://api.example.com/a/b?q=1"),
            ("#part", "https://api.example.com/a/b?q=1"),
            ("/with space", "https://api.example.com/with%20space"),
            ("ftp://api.example.com/x", nil), ("file:///etc/passwd", nil), ("javascript:alert(1)", nil),
            ("http://api.example.com/x", nil), ("http://elsewhere.example/x", nil),
            ("https://user:word@api.example.com/", nil), ("https://", nil), ("//", nil),
        ] as [(String, String?)])
    func locations(location: String, expected: String?) {
        let next = try? request().redirected(by: reply(302, location), over: start)
        #expect(next?.url.text == expected)
    }

    @Test(
        "the method after a redirect is as HTTP says",
        arguments: [
            (301, Endpoint.Method.post, Endpoint.Method.get), (302, .post, .get), (303, .post, .get),
            (307, .post, .post), (308, .post, .post), (301, .get, .get), (303, .head, .head),
            (302, .head, .head),
        ])
    func methods(status: Int, before: Endpoint.Method, after: Endpoint.Method) throws {
        var request = request()
        request.method = before
        #expect(try request.redirected(by: reply(status, "/x"), over: start)?.method == after)
    }

    @Test("other statuses, and redirects to nowhere, are answers", arguments: [200, 300, 304, 305, 404, 500])
    func answers(status: Int) throws {
        #expect(try request().redirected(by: reply(status, "/x"), over: start) == nil)
        #expect(try request().redirected(by: reply(302, nil), over: start) == nil)
    }

    @Test(
        "keys and credentials stay with their origin",
        arguments: [
            ("/x", true), ("https://api.example.com:443/x", true), ("https://api.example.com:444/x", false),
            ("https://example.com/x", false), ("https://api.example.com.elsewhere.example/", false),
        ])
    func keys(location: String, stay: Bool) throws {
        let next = try #require(try request().redirected(by: reply(307, location), over: start))
        #expect(next.carriesKeys == stay)
        #expect(next.fields.map(\.name) == (stay ? ["Accept", "X-Key"] : ["Accept"]))
    }

    @Test("once left behind, they do not come back")
    func keysDoNotComeBack() throws {
        let away = try #require(
            try request().redirected(by: reply(302, "https://elsewhere.example/"), over: start))
        let back = try #require(try away.redirected(by: reply(302, start.text), over: away.url))
        #expect(back.fields.map(\.name) == ["Accept"])
    }

    @Test("a location that carries a key to another origin is not followed, in any spelling")
    func smuggledKeys() {
        for key in [SampleProvider.canary, PercentEncoding.encode(SampleProvider.canary)] {
            #expect(
                throws: FetchFailure.notAllowed(
                    "api.example.com redirects to elsewhere.example with a key, which is not followed")
            ) {
                try request().redirected(by: reply(302, "https://elsewhere.example/?k=\(key)"), over: start)
            }
        }
    }

    @Test("a location with a key at the same origin is followed, and shown without it")
    func shownAddress() throws {
        let location = "/x?k=" + PercentEncoding.encode(SampleProvider.canary)
        let next = try #require(try request().redirected(by: reply(302, location), over: start))
        #expect(next.url.text.contains("canary"))
        #expect(!next.shownURL.text.contains("canary"))
        #expect(next.shownURL.text.hasPrefix("https://api.example.com/x?k=*"))
    }

    @Test("where the origin is played by another server, that server counts as the same")
    func playedOrigin() throws {
        let wire: WebURL = "http://127.0.0.1:8080/api.example.com/a/b"
        for location in ["/api.example.com/x", "http://127.0.0.1:8080/y", "https://api.example.com/z"] {
            let next = try #require(try request().redirected(by: reply(302, location), over: wire))
            #expect(next.carriesKeys)
        }
        let away = try #require(
            try request().redirected(by: reply(302, "https://elsewhere.example/"), over: wire))
        #expect(!away.carriesKeys)
    }

    @Test(
        "where the origin is played by another server, a relative location still means the true address",
        arguments: [
            ("/x", "https://api.example.com/x"), ("x", "https://api.example.com/a/x"),
            ("?q=2", "https://api.example.com/a/b?q=2"), ("//cdn.example.com/x", "https://cdn.example.com/x"),
        ])
    func relativeToTrueAddress(location: String, expected: String) throws {
        let wire: WebURL = "http://127.0.0.1:8080/api.example.com/a/b?q=1"
        let next = try request().redirected(by: reply(302, location), over: wire)
        #expect(next?.url.text == expected)
        #expect(next?.shownURL.text == expected)
    }

    private func request() -> KeyedRequest {
        KeyedRequest(
            method: .get, url: start, shownURL: start,
            fields: [
                KeyedRequest.Field(name: "Accept", value: "*/*", isSecret: false),
                KeyedRequest.Field(name: "X-Key", value: SampleProvider.canary, isSecret: true),
            ],
            carriesKeys: true, redaction: Redaction(of: [SampleProvider.canary]))
    }

    private func reply(_ status: Int, _ location: String?) -> TransferReply {
        var headers = Headers()
        if let location { headers.append("Location", location) }
        return TransferReply(status: status, headers: headers, body: [], completeness: .whole)
    }
}
