import ForageCore
import Testing

@testable import ForageTransport

/// What a redirect says once it has passed the network: what the world knows, and no key.
struct LocationTests {
    private let api: WebURL = "https://api.example.com/a/b?q=1"

    @Test("a location with a key at the same origin loses the key and stays what it is")
    func keyWithin() throws {
        for key in Self.spellings {
            #expect(try location("/x?k=\(key)&page=2#\(key)") == "https://api.example.com/x?page=2")
        }
        #expect(try location("?page=2") == "?page=2")
    }

    @Test("a location that carries a key to another origin is not followed, in any spelling")
    func smuggledKeys() {
        for key in Self.spellings {
            #expect(
                throws: FetchError.notAllowed(
                    "api.example.com redirects to elsewhere.example with a key, which is not followed")
            ) {
                try location("https://elsewhere.example/?k=\(key)")
            }
        }
    }

    @Test("a key in the path cannot be taken out, so it is not followed")
    func keyInPath() {
        #expect(
            throws: FetchError.notAllowed(
                "api.example.com redirects with a key in the path, which is not followed")
        ) {
            try location("/x/\(PercentEncoding.encode(SampleProvider.canary))")
        }
    }

    @Test("what is not an address is left as it is, without the key")
    func noAddress() throws {
        #expect(try location("ftp://x/\(SampleProvider.canary)") == "ftp://x/***************")
        #expect(try location(nil) == nil)
    }

    @Test("where nothing is followed a key is only blotted out")
    func otherStatuses() throws {
        let location = try location("https://elsewhere.example/?k=\(SampleProvider.canary)", status: 201)
        #expect(location == "https://elsewhere.example/?k=***************")
    }

    @Test(
        "an address at the server that plays the origin is one of the origin that it plays",
        arguments: [
            ("http://127.0.0.1:8080/api.example.com/x?y=1", "https://api.example.com/x?y=1"),
            ("http://127.0.0.1:8080/cdn.example.com/x", "https://cdn.example.com/x"),
            ("http://127.0.0.1:8080/api.example.com", "https://api.example.com/"),
            ("http://127.0.0.1:8080/health", "http://127.0.0.1:8080/health"),
            ("http://127.0.0.1:9090/api.example.com/x", "http://127.0.0.1:9090/api.example.com/x"),
            ("/x", "/x"), ("//cdn.example.com/x", "//cdn.example.com/x"),
        ])
    func played(location: String, expected: String) throws {
        let everything = OriginMap(everythingTo: "http://127.0.0.1:8080")
        #expect(try self.location(location, everything) == expected)
        let some = OriginMap([
            api.origin: "http://127.0.0.1:8080/api.example.com/",
            WebURL("https://cdn.example.com/").origin: "http://127.0.0.1:8080/cdn.example.com",
        ])
        #expect(try self.location(location, some) == expected)
    }

    @Test("where one server plays several origins at one place, the one that was asked is meant")
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
