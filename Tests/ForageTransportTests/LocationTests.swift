import ForageCore
import Testing

@testable import ForageTransport

/// The location of a redirect after the network layer: a public address without keys.
struct LocationTests {
    private let api: WebURL = "https://api.example.com/a/b?q=1"

    @Test("a location with a key at the same origin loses the key")
    func keyWithin() throws {
        for key in Self.spellings {
            #expect(try location("/x?k=\(key)&page=2#\(key)") == "https://api.example.com/x?page=2")
        }
        #expect(try location("?page=2") == "?page=2")
    }

    @Test("a location with a key at another origin is not followed, in any spelling")
    func smuggledKeys() {
        for key in Self.spellings {
            #expect(
                throws: FetchError.notAllowed(
                    "api.example.com redirects to elsewhere.example with a key; this redirect is not followed"
                )
            ) {
                try location("https://elsewhere.example/?k=\(key)")
            }
        }
    }

    @Test("a location with a key in its path is not followed")
    func keyInPath() {
        #expect(
            throws: FetchError.notAllowed(
                "api.example.com redirects with a key in the path; this redirect is not followed")
        ) {
            try location("/x/\(PercentEncoding.encode(SampleProvider.canary))")
        }
    }

    @Test("a location that is not an address is kept, with keys masked")
    func noAddress() throws {
        #expect(try location("ftp://x/\(SampleProvider.canary)") == "ftp://x/***************")
        #expect(try location(nil) == nil)
    }

    @Test("a location of a status that is not followed has keys masked")
    func otherStatuses() throws {
        let location = try location("https://elsewhere.example/?k=\(SampleProvider.canary)", status: 201)
        #expect(location == "https://elsewhere.example/?k=***************")
    }

    @Test(
        "an address at a replacement server is translated back to its origin",
        arguments: [
            ("http://127.0.0.1:8080/api.example.com/x?y=1", "https://api.example.com/x?y=1"),
            ("http://127.0.0.1:8080/cdn.example.com/x", "https://cdn.example.com/x"),
            ("http://127.0.0.1:8080/api.example.com", "https://api.example.com/"),
            ("http://127.0.0.1:8080/health", "http://127.0.0.1:8080/health"),
            ("http://127.0.0.1:9090/api.example.com/x", "http://127.0.0.1:9090/api.example.com/x"),
            ("/x", "/x"), ("//cdn.example.com/x", "//cdn.example.com/x"),
        ])
    func mapped(location: String, expected: String) throws {
        let everything = OriginMap(sendingEverythingTo: "http://127.0.0.1:8080")
        #expect(try self.location(location, everything) == expected)
        let some = OriginMap([
            api.origin: "http://127.0.0.1:8080/api.example.com/",
            WebURL("https://cdn.example.com/").origin: "http://127.0.0.1:8080/cdn.example.com",
        ])
        #expect(try self.location(location, some) == expected)
    }

    @Test("if one server replaces several origins at one path, the requested origin counts")
    func shared() throws {
        let map = OriginMap([
            api.origin: "http://127.0.0.1:8080/",
            WebURL("https://a.example.com/").origin: "http://127.0.0.1:8080/",
            WebURL("https://z.example.com/").origin: "http://127.0.0.1:8080/deep",
        ])
        #expect(try location("http://127.0.0.1:8080/y", map) == "https://api.example.com/y")
        #expect(try location("http://127.0.0.1:8080/deep/y", map) == "https://z.example.com/y")
        #expect(try location("http://127.0.0.1:8080/deeper", map) == "https://api.example.com/deeper")
    }

    private static let spellings = [
        SampleProvider.canary, PercentEncoding.encode(SampleProvider.canary), "canary%2bkey%2f4711",
        "%63anary+key/4711",
    ]

    private func location(
        _ text: String?, _ origins: OriginMap = OriginMap(), status: Int = 302
    ) throws -> String? {
        let request = KeyedRequest(
            method: .get, url: api, shownURL: api, headers: [:], carriesKeys: true,
            redaction: Redaction(of: [SampleProvider.canary]))
        let reply = TransferReply(status: status, headers: .naming(text), body: [], completeness: .whole)
        return try request.location(in: reply, over: origins.address(for: api), origins)
    }
}
