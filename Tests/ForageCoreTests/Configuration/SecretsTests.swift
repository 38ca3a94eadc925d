import ForageCore
import Testing

@Suite("Secrets")
struct SecretsTests {
    private static let key = "s3cr3t-0f-mine"

    @Test("a secret is never printed")
    func neverPrinted() throws {
        let secret = try #require(Secret(Self.key))
        var dumped = ""
        dump([secret], to: &dumped)
        dump(KeyRing(["owls": ["apiKey": secret]]), to: &dumped)
        let printed = [
            "\(secret)", String(describing: secret), String(reflecting: secret), "\(Optional(secret) as Any)",
            "\(["a": secret])", dumped, "\(Mirror(reflecting: secret).children.map { $0 })",
            "\(ConfiguredSecretHolder(secret: secret))",
        ]
        for text in printed { #expect(!text.contains("s3cr3t"), "\(text)") }
        #expect("\(secret)" == "(secret)")
        #expect(secret.reveal { $0 } == Self.key)
    }

    private struct ConfiguredSecretHolder {
        let secret: Secret
    }

    @Test(
        "invalid text is refused as a key, so that it cannot add header lines",
        arguments: [
            "", " ", "a b", "a\r\nHost: b", "a\u{0}", "ключ", "a\u{7F}",
        ])
    func refused(text: String) {
        #expect(Secret(text) == nil)
    }

    @Test("white space around a key is removed")
    func trimmed() {
        #expect(Secret(" abc\n")?.reveal { $0 } == "abc")
    }

    @Test(
        "keys are sent only to the provider's origins and allowed ones, and encrypted beyond this machine"
    )
    func keyRing() throws {
        func origin(_ url: WebURL) -> Origin { url.origin }
        let ring = KeyRing(
            ["gallery": ["apiKey": try #require(Secret("k"))]],
            allowedOrigins: [
                origin("https://mirror.example"), origin("http://127.0.0.1:80"),
                origin("http://plain.example"),
            ])
        for url: WebURL in [
            "https://api.gallery.example", "https://up.gallery.example:443/x", "https://mirror.example",
            "http://127.0.0.1",
        ] {
            #expect(ring.maySendKeys(of: .gallery, to: url.origin))
        }
        for url: WebURL in [
            "http://api.gallery.example", "https://api.gallery.example:8443", "https://gallery.example",
            "https://api.gallery.example.evil.example", "https://api.owls.example", "http://plain.example",
        ] {
            #expect(!ring.maySendKeys(of: .gallery, to: url.origin))
        }
        #expect(ring.secret("apiKey", of: "gallery") != nil)
        #expect(ring.secret("apiKey", of: "owls") == nil)
        #expect(ring.secret("secret", of: "gallery") == nil)
    }

    @Test("a redirected origin keeps path and query")
    func originMap() {
        let api = ("https://api.owls.example" as WebURL).origin
        let map = OriginMap([api: "http://localhost:8080/owls"])
        #expect(
            map.address(for: "https://api.owls.example/a/b?c=d#e") == "http://localhost:8080/owls/a/b?c=d#e")
        #expect(map.address(for: "https://api.owls.example:8443/a") == "https://api.owls.example:8443/a")
        let all = OriginMap(sendingEverythingTo: "http://127.0.0.1:9000")
        #expect(
            all.address(for: "https://api.owls.example/a?b") == "http://127.0.0.1:9000/api.owls.example/a?b")
        #expect(all.address(for: "http://127.0.0.1:9000/x") == "http://127.0.0.1:9000/x")
    }

    @Test("the longest address is still redirected")
    func longAddress() throws {
        let long = try #require(WebURL("https://api.owls.example/" + String(repeating: "a", count: 8_100)))
        let mapped = OriginMap(sendingEverythingTo: "http://127.0.0.1:9000").address(for: long)
        #expect(mapped.origin == ("http://127.0.0.1:9000" as WebURL).origin)
        #expect(mapped.pathAndQuery.utf8.count > 8_100)
    }
}
