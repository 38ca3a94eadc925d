import ForageCore
import Testing

@testable import ForageTransport

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("Addresses named by third parties")
struct ReachTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func fetch(
        _ url: WebURL, origins: OriginMap = OriginMap(), variables: [String: String] = [:]
    ) async throws(FetchError) -> Response {
        var settings = CurlSettings()
        settings.proxies = ProxyVariables { variables[$0] }
        let fetcher = NetworkFetcher(
            engine: CurlEngine(settings), origins: origins,
            userAgent: UserAgent(version: "0.0.0", contact: "https://forage.example/about"),
            reach: .openInternet)
        return try await RequestPipeline(fetcher).fetch(
            .get(url), for: SampleProvider.info(at: url), by: .now + .seconds(20)
        ).response
    }

    @Test(
        "no spelling of this machine is reached",
        arguments: [
            "127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0.0.0.0", "[::1]",
            "[::ffff:127.0.0.1]",
        ])
    func loopback(host: String) async throws {
        let port = server.url("/").origin.description.split(separator: ":").last ?? ""
        let url = try #require(WebURL("http://\(host):\(port)/hello"))
        await #expect(throws: Self.refusal(url.host)) { try await fetch(url) }
    }

    /// The message names the cause, not an unreachable host.
    private static func refusal(_ host: String) -> FetchError {
        .notAllowed(
            "\(host) is on this machine or its network; Forage sends no requests there for addresses from third parties"
        )
    }

    /// Answers every request.
    private static func proxy() throws -> RawServer {
        try RawServer(.readRequest, .say("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"))
    }

    @Test(
        "a name is sent to the proxy of its own scheme, and to no other",
        arguments: [
            ("http_proxy", true), ("all_proxy", true), ("ALL_PROXY", true), ("HTTP_PROXY", false),
            ("https_proxy", false), ("HTTPS_PROXY", false), ("no_proxy", false),
        ])
    func proxied(variable: String, isAsked: Bool) async throws {
        let proxy = try Self.proxy()
        let variables = [variable: proxy.url().text]
        let body = try? await fetch("http://images.invalid/hello", variables: variables).body
        #expect(body == (isAsked ? Array("hello".utf8) : nil))
        let own = server.url("/hello").text.replacing("127.0.0.1", with: "localhost")
        await #expect(throws: FetchError.self) {
            try await fetch(try #require(WebURL(own)), variables: variables)
        }
        #expect(proxy.requests.count == (isAsked ? 1 : 0))
    }

    @Test("the scheme's own proxy variable wins, and a blank one turns the proxy off")
    func severalProxies() {
        let all = ["https_proxy": "http://s", "http_proxy": "http://p", "all_proxy": "http://a"]
        #expect(ProxyVariables { all[$0] }.proxy(for: "http://images.example/") == "http://p")
        #expect(ProxyVariables { all[$0] }.proxy(for: "https://images.example/") == "http://s")
        let capitals = ["https_proxy": "", "HTTPS_PROXY": "http://S", "HTTP_PROXY": "http://P"]
        #expect(ProxyVariables { capitals[$0] }.proxy(for: "https://images.example/") == "http://S")
        #expect(ProxyVariables { capitals[$0] }.proxy(for: "http://images.example/") == nil)
    }

    @Test(
        "an address of this machine or its network is never sent to a proxy",
        arguments: [
            "127.0.0.1", "localhost", "LOCALHOST.", "a.localhost", "127.1", "0x7f000001", "2130706433",
            "127.0.0.1.", "10.0.0.1", "192.168.1.5", "172.16.0.1", "169.254.169.254", "100.64.0.1", "[::1]",
            "[::ffff:10.0.0.1]", "[fd00::1]", "[fe80::1]",
        ])
    func literals(host: String) async throws {
        let url = try #require(WebURL("http://\(host)/hello"))
        let proxy = try Self.proxy()
        let variables = ["http_proxy": proxy.url().text]
        await #expect(throws: FetchError.self) { try await fetch(url, variables: variables) }
        #expect(proxy.requests.isEmpty)
    }

    @Test(
        "public addresses, and names that only look local, are sent to a proxy",
        arguments: ["93.184.215.14", "[2606:2800::1]", "localhost.example", "mylocalhost"])
    func openHosts(host: String) async throws {
        let url = try #require(WebURL("http://\(host)/hello"))
        let proxy = try Self.proxy()
        let variables = ["http_proxy": proxy.url().text]
        #expect(try await fetch(url, variables: variables).body == Array("hello".utf8))
    }

    @Test("no_proxy is ignored")
    func noWayRound() async {
        await #expect(processExitsWith: .success) {
            let proxy = try Self.proxy()
            setenv("http_proxy", proxy.url().text, 1)
            setenv("no_proxy", "images.invalid", 1)
            let fetcher = NetworkFetcher(
                engine: CurlEngine(),
                userAgent: UserAgent(version: "0.0.0", contact: "https://forage.example/about"),
                reach: .openInternet)
            let url: WebURL = "http://images.invalid/hello"
            let fetched = try await fetcher.fetch(
                .get(url), for: SampleProvider.info(at: url), by: .now + .seconds(20))
            #expect(fetched.response.body == Array("hello".utf8))
        }
    }

    @Test("a local server is not reached as a replacement that a third party named")
    func stranger() async {
        let pictures: WebURL = "http://images.example/"
        let base = server.url("/")
        let map = OriginMap([pictures.origin: base], unnamed: [base.origin])
        await #expect(throws: FetchError.self) {
            try await fetch("http://images.example/hello", origins: map)
        }
    }

    @Test("a local server is reached as a replacement that you named")
    func player() async throws {
        let pictures: WebURL = "http://images.example/"
        let map = OriginMap([pictures.origin: server.url("/")])
        #expect(try await fetch("http://images.example/hello", origins: map).body == Array("hello".utf8))
        #expect(try await fetch(server.url("/hello"), origins: map).body == Array("hello".utf8))
    }

    @Test("this machine is not reached by a redirect either")
    func redirect() async throws {
        let other = try LoopbackServer()
        let pictures: WebURL = "http://images.example/"
        let map = OriginMap([pictures.origin: server.url("/")])
        let target = other.url("/hello").text
        let url = try #require(WebURL("http://images.example/to?status=302&location=\(target)"))
        await #expect(throws: Self.refusal("127.0.0.1")) { try await fetch(url, origins: map) }
    }
}
