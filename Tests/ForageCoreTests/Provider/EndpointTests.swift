import ForageCore
import Testing

@Suite("Request values")
struct EndpointTests {
    @Test("any HTTP token is a method", arguments: ["GET", "M-SEARCH", "x", "PROPFIND"])
    func methods(text: String) {
        #expect(Endpoint.Method(text)?.description == text)
    }

    @Test(
        "other text is not a method",
        arguments: ["", "GET ", "GET\r\n", "A B", "É", "a/b", String(repeating: "A", count: 65)])
    func noMethods(text: String) {
        #expect(Endpoint.Method(text) == nil)
    }

    @Test(
        "safe methods are known",
        arguments: [("GET", true), ("SEARCH", true), ("get", false), ("PUT", false)])
    func safety(text: String, isSafe: Bool) throws {
        #expect(try #require(Endpoint.Method(text)).isSafe == isSafe)
    }

    @Test("the open address has the query without its keys")
    func openAddress() {
        let endpoint = Endpoint.get("https://a.org/x?y=1#z").query("q", "barn ", "owl")
            .query("key", "x", .key("apiKey")).query("page", "2")
        #expect(endpoint.openAddress == "https://a.org/x?y=1&q=barn%20owl&page=2")
        #expect(
            Endpoint.get("https://a.org/#z").query("key", .key("apiKey")).openAddress == "https://a.org/#z")
        #expect(
            Endpoint.get("https://a.org/").query("q", .text(String(repeating: "a", count: 9000))).openAddress
                == nil)
    }

    @Test(
        "a relative reference is resolved to an address",
        arguments: [
            ("https://b.org/c", "https://b.org/c"), ("//b.org/c", "https://b.org/c"),
            ("/c", "https://a.org/c"),
            ("c", "https://a.org/x/c"), ("?q", "https://a.org/x/y?q"), ("", "https://a.org/x/y?z"),
            ("#f", "https://a.org/x/y?z"), ("c?u=d:e", "https://a.org/x/c?u=d:e"), ("mailto:a@b.org", nil),
        ])
    func references(reference: String, address: String?) {
        let base: WebURL = "https://a.org/x/y?z"
        #expect(base.resolving(reference)?.text == address)
    }

    @Test("header fields are listed, replaced and removed by name")
    func headers() {
        var headers: Headers = ["A": "1", "b": "2", "a": "3"]
        #expect(headers.lines(of: "A") == ["1", "3"])
        headers.set("B", to: "4")
        #expect(
            headers.fields == [Headers.Field("A", "1"), Headers.Field("a", "3"), Headers.Field("B", "4 ")])
        headers.removeAll(named: ["a"])
        #expect(headers == ["B": "4"])
    }
}
