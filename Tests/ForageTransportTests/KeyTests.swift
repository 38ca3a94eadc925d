import ForageCore
import Platform
import Testing

@testable import ForageTransport

/// The places where keys are sent; nothing may show them afterwards.
struct KeyTests {
    private let server: LoopbackServer
    private let other: LoopbackServer

    init() throws {
        server = try LoopbackServer()
        other = try LoopbackServer()
    }

    @Test("keys are sent in their places, and removed from everything that is returned")
    func keysOnTheWire() async throws {
        let endpoint = Endpoint.get(server.url("/echo")).query("a", "1").query("key", .key("apiKey"))
            .header("Authorization", "Client-ID ", .key("apiKey"))
        let raw = try await CurlEngine().perform(
            Transfer(server.url("/echo?key=canary%2Bkey%2F4711"), bodyLimit: 1000))
        #expect(raw.text.contains("canary%2Bkey%2F4711"), "the server repeats what it was sent")

        let response = try await fetcher().fetch(endpoint, at: server.url("/"))
        #expect(response.lines.first == "GET /echo?a=1&key=*******************")
        #expect(response.lines.contains("Authorization: Client-ID ***************"))
        #expect(response.url == server.url("/echo?a=1"))
        #expect(!"\(response)".contains("canary"))
    }

    @Test("a response header that repeats a key is masked")
    func repeatedInHeader() async throws {
        let answer = "HTTP/1.1 200 OK\r\nX-Said: \(SampleProvider.canary)!\r\nContent-Length: 0\r\n\r\n"
        let raw = try RawServer(.readRequest, .say(answer))
        let endpoint = Endpoint.get(raw.url()).header("X-Key", .key("apiKey"))
        let response = try await fetcher().fetch(endpoint, at: raw.url())
        #expect(raw.requests.first?.contains("X-Key: \(SampleProvider.canary)\r\n") == true)
        #expect(response.headers["X-Said"] == "***************!")
    }

    @Test("a signature is made of the keys and the time that is sent")
    func signature() async throws {
        let endpoint = Endpoint.get(server.url("/echo")).header("X-Date", .time)
            .header("X-Signature", .sha1([.key("apiKey"), "/", .time]))
        let response = try await fetcher().fetch(endpoint, at: server.url("/"))
        func field(_ name: String) -> String? {
            response.lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
        }
        let time = try #require(field("X-Date"))
        #expect(Int(time) != nil)
        let digest = try Digest.sha1.of(Array("\(SampleProvider.canary)/\(time)".utf8))
        let digits = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(field("X-Signature") == digits)
        await #expect(throws: FetchError.missingKey("apiKey")) {
            try await SampleProvider.fetcher().fetch(endpoint, at: server.url("/"))
        }
    }

    @Test("JSON is sent with POST and its media type")
    func json() async throws {
        let endpoint = Endpoint.post(server.url("/echo"), json: #"{"query": "owl"}"#)
        let response = try await fetcher().fetch(endpoint, at: server.url("/"))
        #expect(response.lines.first?.hasPrefix("POST /echo") == true)
        #expect(response.lines.contains("Content-Type: application/json"))
    }

    @Test("a missing key is named, and nothing is sent")
    func missingKey() async throws {
        let endpoint = Endpoint.get(server.url("/echo")).header("X-Key", .key("apiKey"))
        await #expect(throws: FetchError.missingKey("apiKey")) {
            try await SampleProvider.fetcher().fetch(endpoint, at: server.url("/"))
        }
    }

    @Test("a key is not sent to an undeclared origin, unless it is allowed")
    func undeclaredOrigin() async throws {
        let endpoint = Endpoint.get(other.url("/echo")).header("X-Key", .key("apiKey"))
        let origin = other.url("/").origin
        await #expect(
            throws: FetchError.keysNotAllowed("sample", to: origin)
        ) {
            try await fetcher().fetch(endpoint, at: server.url("/"))
        }
        let allowing = SampleProvider.fetcher(keys: SampleProvider.keys(allowing: other.url("/")))
        #expect(try await allowing.fetch(endpoint, at: server.url("/")).text.contains("X-Key"))
    }

    @Test("a key is not sent to the replacement of an origin, unless it is allowed")
    func sandboxOrigin() async throws {
        let api: WebURL = "https://api.example.com/"
        let map = OriginMap([api.origin: server.url("/")])
        let endpoint = Endpoint.get("https://api.example.com/echo").query("k", .key("apiKey"))
        await #expect(throws: FetchError.self) {
            try await SampleProvider.fetcher(keys: SampleProvider.keys(), origins: map)
                .fetch(endpoint, at: api)
        }
        let allowing = SampleProvider.fetcher(
            keys: SampleProvider.keys(allowing: server.url("/")), origins: map)
        let response = try await allowing.fetch(endpoint, at: api)
        #expect(response.url == "https://api.example.com/echo")
    }

    @Test("a redirect to another origin is followed without keys")
    func redirectedAway() async throws {
        let endpoint = Endpoint.get(server.url("/to")).query("status", "302")
            .query("location", .text(other.url("/echo").text))
            .header("X-Key", .key("apiKey")).header("Cookie", "a=b").header("X-Open", "1")
        let response = try await fetcher().fetch(endpoint, at: server.url("/"))
        #expect(response.url == other.url("/echo"))
        #expect(response.lines.contains("X-Open: 1"))
        #expect(!response.text.contains("X-Key"))
        #expect(!response.text.contains("Cookie"))
    }

    @Test("a redirect within an origin keeps the keys")
    func redirectedWithin() async throws {
        let endpoint = Endpoint.get(server.url("/to")).query("status", "307").query("location", "/echo")
            .header("X-Key", .key("apiKey"))
        #expect(try await fetcher().fetch(endpoint, at: server.url("/")).text.contains("X-Key: ***"))
    }

    @Test("a redirect within an origin keeps a key in the query, whether or not the server repeats it")
    func redirectedWithinByQuery() async throws {
        for location in ["/echo", "/echo?a=1", "/echo?a=1&key=canary%2Bkey%2F4711"] {
            let endpoint = Endpoint.get(server.url("/to")).query("status", "302")
                .query("location", .text(location)).query("key", .key("apiKey"))
            let response = try await fetcher().fetch(endpoint, at: server.url("/"))
            #expect(response.lines.first?.hasSuffix("key=*******************") == true)
            #expect(response.url?.text.contains("key") == false)
        }
    }

    @Test("a redirect that is not followed has no key in its location")
    func oneHop() async throws {
        let location = server.url("/echo?key=\(PercentEncoding.encode(SampleProvider.canary))&a=1").text
        let endpoint = Endpoint.get(server.url("/to")).query("status", "301")
            .query("location", .text(location)).query("key", .key("apiKey"))
        let response = try await SampleProvider.oneHop(keys: SampleProvider.keys())
            .fetch(endpoint, at: server.url("/"))
        #expect(response.status == 301)
        #expect(response.headers["Location"] == server.url("/echo?a=1").text)
    }

    @Test("ten redirects are followed, and an eleventh is refused")
    func chains() async throws {
        let ten = try await fetcher().fetch(.get(server.url("/chain?left=10")), at: server.url("/"))
        #expect(ten.text == "arrived")
        #expect(ten.url == server.url("/chain?left=0"))
        for endless in ["/chain?left=11", "/loop"] {
            await #expect(throws: FetchError.broken("127.0.0.1 redirects more than 10 times")) {
                try await fetcher().fetch(.get(server.url(endless)), at: server.url("/"))
            }
        }
    }

    @Test("no error contains a key", arguments: ["/to?status=302&location=ftp://x/", "/wrong-range"])
    func failures(path: String) async throws {
        let endpoint = Endpoint.get(server.url(path)).query("key", .key("apiKey")).prefix(10)
        let failure = await #expect(throws: FetchError.self) {
            try await fetcher().fetch(endpoint, at: server.url("/"))
        }
        #expect(failure.map { "\($0) \(String(reflecting: $0))" }?.contains("canary") == false)
    }

    private func fetcher() -> RequestPipeline { SampleProvider.fetcher(keys: SampleProvider.keys()) }
}
