import ForageCore
import Testing

@testable import ForageTransport

@Suite("Cache keys")
struct CacheKeyTests {
    @Test(
        "spellings of the same address share a key",
        arguments: [
            ("HTTPS://Example.ORG", "https://example.org/"),
            ("https://example.org:443/a", "https://example.org/a"),
            ("http://example.org:80/a", "http://example.org/a"),
            ("https://example.org:8443/a", "https://example.org:8443/a"),
            ("https://example.org/%7euser/%2f%c3%a4", "https://example.org/~user/%2F%C3%A4"),
            ("https://example.org/a/./b/../c", "https://example.org/a/c"),
            ("https://example.org/../a/..", "https://example.org/"),
            ("https://example.org/a/b/.", "https://example.org/a/b/"),
            ("https://example.org/a#part", "https://example.org/a"),
            ("https://example.org/?b=1&a=%41", "https://example.org/?b=1&a=A"),
            ("https://example.org/?a=/../b", "https://example.org/?a=/../b"),
            ("https://example.org/100%/%zz/%4", "https://example.org/100%/%zz/%4"),
            ("https://example.org/%+1%-0", "https://example.org/%+1%-0"),
            ("https://example.org/%%41%%7e%3f%23?%3f%26", "https://example.org/%A%~%3F%23?%3F%26"),
            ("https://example.org/%?41%#41", "https://example.org/%?41%"),
        ])
    func spellings(text: String, key: String) throws {
        #expect(CacheKey(try #require(WebURL(text))).text == key)
    }

    @Test("different addresses have different keys, even if only the order of the query differs")
    func different() {
        let texts: [WebURL] = [
            "https://a.org/", "http://a.org/", "https://a.org/?", "https://a.org/?a&b", "https://a.org/?b&a",
            "https://a.org/%2F", "https://a.org//", "https://a.org/A", "https://a.org/a",
        ]
        #expect(Set(texts.map { CacheKey($0) }).count == texts.count)
    }

    @Test("keys and fragments are left out, and the query stays")
    func endpoints() throws {
        let plain = Endpoint.get("https://a.org/x#y").query("q", "barn owl").header("A", "b")
        let keyed = plain.query("api_key", .key("apiKey")).header("Authorization", .key("apiKey"))
        #expect(CacheKey(plain)?.text == "https://a.org/x?q=barn%20owl")
        #expect(CacheKey(keyed) == CacheKey(plain))
        #expect(CacheKey(plain.method(.post)) == CacheKey(plain))
        #expect(CacheKey(plain.query("page", "2")) != CacheKey(plain))
        #expect(CacheRequest(keyed)?.headers["Authorization"] == "{key apiKey}")
    }

    @Test(
        "parameters with secret names are hidden, and still tell responses apart",
        arguments: [
            "?api_key=", "?a=1&API-Key=", "?token=", "?access_token=", "?x=&client_id=", "?password=",
            "?sig=",
            "?X-Amz-Signature=", "?auth=",
        ])
    func secrets(query: String) throws {
        func key(_ value: String) throws -> CacheKey {
            CacheKey(try #require(WebURL("https://a.org/x\(query)\(value)&q=owl")))
        }
        let one = try key("canary%2B4711")
        #expect(!one.text.contains("canary") && one.text.contains("&q=owl"))
        #expect(try one == key("canary%2b4711"))
        #expect(try one != key("canary4712"))
        #expect(try CacheKey(#require(WebURL(one.text))) == one, "a key's own address has that key")
        #expect(try key("").text == "https://a.org/x\(query)&q=owl", "nothing is nothing to hide")
        let endpoint = Endpoint.get("https://a.org/x").query("api_key", "canary")
        #expect(CacheKey(endpoint)?.text.contains("canary") == false)
    }

    @Test(
        "other parameters stay readable",
        arguments: ["?q=key", "?page=2&keys", "?monkeys=1", "?tokens=2", "?key"])
    func open(query: String) throws {
        let url = try #require(WebURL("https://a.org/x\(query)"))
        #expect(CacheKey(url).text == url.text)
    }
}
