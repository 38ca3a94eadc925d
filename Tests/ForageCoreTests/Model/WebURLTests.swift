import ForageCore
import Testing

@Suite("Web addresses")
struct WebURLTests {
    @Test(
        "an address keeps its text, except for characters that addresses cannot contain",
        arguments: [
            ("https://a.example", "https://a.example/"), ("HTTPS://A.Example/Path", "https://a.example/Path"),
            ("  https://a.example/b \n", "https://a.example/b"),
            ("https://a.example?q=1", "https://a.example/?q=1"),
            ("https://a.example#top", "https://a.example/#top"),
            ("https://a.example/lorem ipsum", "https://a.example/lorem%20ipsum"),
            ("https://a.example/naïve", "https://a.example/na%C3%AFve"),
            ("https://a.example/%2C%zz", "https://a.example/%2C%zz"),
            ("https://a.example/<\"\\^`{|}>", "https://a.example/%3C%22%5C%5E%60%7B%7C%7D%3E"),
            ("http://127.0.0.1:8080/x", "http://127.0.0.1:8080/x"), ("http://[::1]:80/", "http://[::1]:80/"),
            ("https://a.example/?u=https://b.example/@c", "https://a.example/?u=https://b.example/@c"),
        ])
    func kept(given: String, text: String) throws {
        let url = try #require(WebURL(given))
        #expect(url.text == text)
        #expect(WebURL(url.text) == url)
    }

    @Test("every character is kept or encoded, at any offset", arguments: UInt8(0x20)..<0x7F)
    func signs(byte: UInt8) throws {
        let sign = Unicode.Scalar(byte)
        let isKept = !" \"<>\\^`{|}".unicodeScalars.contains(sign)
        let written = isKept ? String(sign) : "%" + String(byte, radix: 16, uppercase: true)
        for length in 0..<20 {
            let path = "https://a.example/" + String(repeating: "a", count: length)
            #expect(WebURL("\(path)\(sign)bcdefghijk")?.text == path + written + "bcdefghijk")
            let isEnd = sign == "?" || sign == "#"
            #expect(
                WebURL("\(path)\(sign)bc")?.path.utf8.count == (isEnd ? path : path + written + "bc").utf8
                    .count - 17)
        }
    }

    @Test("an address with control characters is refused, at any offset", arguments: 0..<20)
    func controlCharacters(length: Int) {
        let path = "https://a.example/" + String(repeating: "a", count: length)
        for byte in [UInt8(0), 0x1F, 0x7F] {
            #expect(WebURL("\(path)\(Unicode.Scalar(byte))bcdefghijk") == nil)
        }
    }

    @Test(
        "unsafe addresses are refused",
        arguments: [
            "", " ", "https://", "https:///path", "//a.example", "a.example", "/path", "javascript:alert(1)",
            "data:text/html,x", "file:///etc/passwd", "ftp://a.example", "https:a.example",
            "https:/a.example",
            "https://me@a.example", "https://me:pw@a.example", "https://a.example@b.example",
            "https://a.example\\@b.example", "https://a example", "https://a.example/\u{0}",
            "https://a.example/a\nb",
            "https://a.example/\u{7F}", "https://a.example\u{0D}\u{0A}Host: b", "https://exämple.example",
            "https://%61.example", "https://a.example:", "https://a.example:0", "https://a.example:65536",
            "https://a.example:8o", "https://a.example:-1", "https://a:b:c", "https://[::1", "https://[]",
            "https://[::1]x", "https://[a.example]", "https://[fe80::1%25eth0]", "https://?q", "https://#x",
        ])
    func refused(given: String) {
        #expect(WebURL(given) == nil)
    }

    @Test("an address that is too long is refused, even if only after encoding")
    func long() {
        #expect(WebURL("https://a.example/" + String(repeating: "a", count: 8_000)) != nil)
        #expect(WebURL("https://a.example/" + String(repeating: "a", count: 9_000)) == nil)
        #expect(WebURL("https://a.example/" + String(repeating: "é", count: 3_000)) == nil)
        #expect(WebURL("https://" + String(repeating: "a", count: 300)) == nil)
    }

    @Test("an address is split into its parts")
    func parts() {
        let url: WebURL = "https://a.example:8443/b/c?d=e#f"
        #expect(url.origin.description == "https://a.example:8443")
        #expect(url.host == "a.example")
        #expect(url.path == "/b/c")
        #expect(url.pathAndQuery == "/b/c?d=e#f")
        #expect(url.withoutQuery == "https://a.example:8443/b/c")
        #expect(url.isSecure)
        #expect(("http://a.example/x" as WebURL).withoutQuery.text == "http://a.example/x")
        #expect(("http://a.example" as WebURL) < ("https://a.example" as WebURL))
    }

    @Test("an origin ignores a default port; another port, scheme or host is another origin")
    func origins() {
        func origin(_ text: String) -> Origin? { WebURL(text)?.origin }
        #expect(origin("https://a.example:443/x") == origin("https://A.example"))
        #expect(origin("http://a.example:80") == origin("http://a.example"))
        #expect(origin("https://a.example:80") != origin("https://a.example"))
        #expect(origin("http://a.example") != origin("https://a.example"))
        #expect(origin("https://a.example.") != origin("https://a.example"))
        #expect(origin("http://[::80]") != origin("http://[:"))
        #expect(origin("http://[::80]")?.description == "http://[::80]")
    }

    @Test(
        "an origin knows whether it is this machine, and whether its traffic is confidential",
        arguments: [
            ("http://localhost:8080", true, true), ("http://127.0.0.1", true, true),
            ("http://127.255.0.9:1", true, true),
            ("http://[::1]:8080", true, true), ("https://a.example", false, true),
            ("http://a.example", false, false),
            ("http://127.0.0.1.a.example", false, false), ("http://127.evil", false, false),
            ("http://127.0.0.999", false, false), ("http://localhost.a.example", false, false),
        ])
    func loopback(text: String, isLoopback: Bool, isConfidential: Bool) throws {
        let origin = try #require(WebURL(text)).origin
        #expect(origin.isLoopback == isLoopback)
        #expect(origin.isConfidential == isConfidential)
    }
}
