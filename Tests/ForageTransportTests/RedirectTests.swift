import ForageConformance
import ForageCore
import Testing

@testable import ForageTransport

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
        let next = try? endpoint.redirected(by: answer(302, location))
        #expect(next?.url?.text == expected)
    }

    @Test(
        "the JSON of a request is sent again only if the method stays", arguments: [(303, nil), (307, "{}")])
    func body(status: Int, body: String?) throws {
        let hop = try Endpoint.post(start, json: "{}").redirected(by: answer(status, "/x"))
        #expect(hop?.body == body)
    }

    @Test(
        "the method after a redirect follows HTTP",
        arguments: [
            (301, Endpoint.Method.post, Endpoint.Method.get), (302, .post, .get), (303, .post, .get),
            (307, .post, .post), (308, .post, .post), (301, .get, .get), (303, .head, .head),
            (302, .head, .head),
        ])
    func methods(status: Int, before: Endpoint.Method, after: Endpoint.Method) throws {
        var endpoint = endpoint
        endpoint.method = before
        #expect(try endpoint.redirected(by: answer(status, "/x"))?.method == after)
    }

    @Test(
        "other statuses, and redirects without a location, are final",
        arguments: [200, 300, 304, 305, 404, 500])
    func answers(status: Int) throws {
        #expect(try endpoint.redirected(by: answer(status, "/x")) == nil)
        #expect(try endpoint.redirected(by: answer(302, nil)) == nil)
    }

    @Test(
        "keys and credentials stay with their origin",
        arguments: [
            ("/x", true), ("https://api.example.com:443/x", true), ("https://api.example.com:444/x", false),
            ("https://example.com/x", false), ("https://api.example.com.elsewhere.example/", false),
        ])
    func keys(location: String, stay: Bool) throws {
        let next = try #require(try endpoint.redirected(by: answer(307, location)))
        #expect(
            next.headers.map(\.name) == (stay ? ["Accept", "X-Key", "Cookie", "X-Api-Token"] : ["Accept"]))
        #expect(next.query.map(\.name) == (stay ? ["k"] : []))
    }

    @Test("a key never replaces a parameter of the new address")
    func namesake() throws {
        #expect(try endpoint.redirected(by: answer(302, "/x?%6B=none"))?.query == [])
        #expect(try endpoint.redirected(by: answer(302, "/x?K=none&kk"))?.query.map(\.name) == ["k"])
    }

    @Test("dropped keys do not return on a redirect back")
    func keysDoNotComeBack() throws {
        let away = try #require(try endpoint.redirected(by: answer(302, "https://elsewhere.example/")))
        let back = try #require(
            try away.redirected(by: answer(302, start.text, from: "https://elsewhere.example/")))
        #expect(back.url == start)
        #expect(back.headers.map(\.name) == ["Accept"])
        #expect(back.query.isEmpty)
    }

    @Test(
        "a definition's provider is redirected only to the hosts it declares",
        arguments: [
            ("/x", nil), ("https://cdn.example.com/x", nil), ("https://api.example.com:8443/x", nil),
            ("https://old.example.com/x", nil),
            ("https://elsewhere.example/x", "https://elsewhere.example"),
            ("https://api.example.com.elsewhere.example/x", "https://api.example.com.elsewhere.example"),
            ("//cdn.example.net/x", "https://cdn.example.net"),
        ] as [(String, String?)])
    func bounds(location: String, stranger: String?) async throws {
        let service = StubFetcher { endpoint in
            let isFirst = endpoint.openAddress == start
            return Fetched(answer(isFirst ? 302 : 200, location), origin: .network)
        }
        let info = SampleProvider.info(
            at: start, "https://cdn.example.com/", "http://old.example.com/")
        let request = Endpoint.get(start)
        let follower = RequestPipeline(service, within: .declaredHosts)
        let outcome = await attempt(FetchRequest(request, for: info, by: .now + .seconds(5))) {
            request throws(FetchError) in
            try await follower.fetch(request.endpoint, for: request.provider, by: request.deadline)
        }
        switch outcome {
        case .success: #expect(stranger == nil && service.endpoints.count == 2)
        case .failure(let failure):
            let words = "sample redirects to \(stranger ?? ""), which it does not list in \"hosts\""
            #expect(failure == .notAllowed(words))
            #expect(service.endpoints.count == 1)
        }
        let free = try await RequestPipeline(service).fetch(request, for: info, by: .now + .seconds(5))
        #expect(free.response.status == 200)
    }

    @Test("a redirect back to plain http is not followed, even to a declared host")
    func downgrade() async {
        let service = StubFetcher(answer(302, "http://api.example.com/x"))
        let follower = RequestPipeline(service, within: .declaredHosts)
        await #expect(throws: FetchError.self) {
            try await follower.fetch(
                .get(start), for: SampleProvider.info(at: start), by: .now + .seconds(5))
        }
    }

    private var endpoint: Endpoint {
        Endpoint.get("https://api.example.com/a/b").query("q", "1").query("k", .key("apiKey"))
            .header("Accept", "*/*").header("X-Key", .key("apiKey")).header("Cookie", "a=b")
            .header("X-Api-Token", "typed out")
    }

    private func answer(_ status: Int, _ location: String?, from url: WebURL? = nil) -> Response {
        Response(url: url ?? start, status: status, headers: .naming(location), body: [])
    }
}

extension Headers {
    /// The header of a redirect.
    static func naming(_ location: String?) -> Headers { location.map { ["Location": $0] } ?? [:] }
}

extension Endpoint {
    fileprivate var url: WebURL? { if case .web(let url) = target { url } else { nil } }
}
