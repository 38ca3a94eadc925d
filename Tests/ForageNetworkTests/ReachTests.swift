import ForageCore
import Testing

@testable import ForageNetwork

@Suite("What a stranger's address reaches")
struct ReachTests {
    private let server: LoopbackServer

    init() throws { server = try LoopbackServer() }

    private func fetch(_ url: WebURL, origins: OriginMap = OriginMap()) async throws(FetchFailure) -> Response
    {
        let fetcher = NetworkFetcher(
            engine: CurlEngine(), origins: origins,
            userAgent: UserAgent(version: "0.0.0", contact: "https://forage.example/about"),
            reach: .openInternet)
        return try await fetcher.fetch(
            .get(url), for: SampleProvider.about(at: url), by: .now + .seconds(20)
        ).response
    }

    @Test(
        "is nothing of this machine, however it is spelt",
        arguments: [
            "127.0.0.1", "localhost", "127.1", "0x7f000001", "2130706433", "0.0.0.0", "[::1]",
            "[::ffff:127.0.0.1]",
        ])
    func loopback(host: String) async throws {
        let port = server.url("/").origin.description.split(separator: ":").last ?? ""
        let url = try #require(WebURL("http://\(host):\(port)/hello"))
        await #expect(throws: FetchFailure.self) { try await fetch(url) }
    }

    @Test("is a server that the person named to play an origin")
    func player() async throws {
        let pictures: WebURL = "http://images.example/"
        let map = OriginMap([pictures.origin: server.url("/")])
        #expect(try await fetch("http://images.example/hello", origins: map).body == Array("hello".utf8))
        #expect(try await fetch(server.url("/hello"), origins: map).body == Array("hello".utf8))
    }

    @Test("is nothing of this machine by a redirect either")
    func redirect() async throws {
        let other = try LoopbackServer()
        let pictures: WebURL = "http://images.example/"
        let map = OriginMap([pictures.origin: server.url("/")])
        let target = other.url("/hello").text
        let url = try #require(WebURL("http://images.example/to?status=302&location=\(target)"))
        await #expect(throws: FetchFailure.self) { try await fetch(url, origins: map) }
    }
}
