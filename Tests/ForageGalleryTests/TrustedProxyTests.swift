import HTTPServer
import Platform
import Testing

@testable import ForageGallery

@Suite("The client of a request that came through proxies")
struct TrustedProxyTests {
    @Test(
        "only what a trusted proxy states is believed",
        arguments: [
            ("127.0.0.1", nil, "127.0.0.1"), ("127.0.0.1", "203.0.113.9", "203.0.113.9"),
            ("198.51.100.1", "203.0.113.9", "198.51.100.1"),
            // The first address may be invented by the client.
            ("127.0.0.1", "192.0.2.66, 203.0.113.9, 10.0.0.2", "203.0.113.9"),
            ("127.0.0.1", "2001:db8::7", "2001:db8::7"),
            ("127.0.0.1", "owl", "127.0.0.1"), ("127.0.0.1", "203.0.113.9, owl", "127.0.0.1"),
            ("127.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"), ("127.0.0.1", "", "127.0.0.1"),
        ] as [(String, String?, String)])
    func client(remote: String, forwarded: String?, client: String) throws {
        let ranges = try ["127.0.0.1", "10.0.0.0/8"].map { try #require(AddressRange($0)) }
        var headers = HTTPFields()
        if let forwarded { headers.append("X-Forwarded-For", forwarded) }
        let request = HTTPServerRequest(
            method: "GET", target: try #require(RequestTarget("/")), headers: headers, body: [],
            remoteAddress: remote)
        #expect(TrustedProxies(ranges).client(of: request) == client)
        #expect(TrustedProxies([]).client(of: request) == remote)
    }
}
