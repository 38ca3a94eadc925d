import Forage
import ForageCore
import JSON
import LoopbackClient
import Testing

@testable import ForageGallery

@Suite("Access to a locked gallery", .timeLimit(.minutes(1)))
struct AccessTests {
    private static let token = "an-owl-of-sixteen"
    private let gallery: Gallery

    init() throws {
        gallery = try Gallery(Forage(Configuration(registrations: Forage.builtIn))) { serving in
            serving.token = Self.token
            serving.names = ["Gallery.Example"]
        }
    }

    @Test(
        "without the token every request is refused, and nothing is revealed",
        arguments: [
            "/", "/assets/main.js", "/api/v1/providers", "/api/openapi.json", "/metrics", "/healthz",
            "/nothing",
            "/?token=an-owl-of-sixteem", "/?token=", "/api/v1/providers?token=an-owl-of-sixteen",
        ])
    func locked(target: String) async throws {
        let reply = try await gallery.get(target)
        #expect(reply.status == 401)
        #expect(reply["Content-Type"] == "application/problem+json")
        #expect(reply["WWW-Authenticate"] == "Bearer")
        #expect(reply["Set-Cookie"] == nil)
        #expect(!reply.text.contains(Self.token))
    }

    @Test(
        "a program sends the token with each request",
        arguments: [
            ("Bearer an-owl-of-sixteen", 200), ("bearer an-owl-of-sixteen", 200),
            ("Bearer an-owl-of-sixteem", 401), ("Bearer an-owl-of-sixteen2", 401), ("Bearer", 401),
            ("Basic an-owl-of-sixteen", 401), ("an-owl-of-sixteen", 401),
        ])
    func bearer(value: String, status: Int) async throws {
        let reply = try await gallery.get("/api/v1/providers", headers: ["Authorization: \(value)"])
        #expect(reply.status == status)
    }

    @Test("a browser exchanges the token for a cookie of this run that scripts and other sites cannot use")
    func browser() async throws {
        let entry = try await gallery.get("/?q=owl&token=\(Self.token)&kind=photo")
        #expect(entry.status == 303)
        #expect(entry["Location"] == "/?q=owl&kind=photo")
        let cookie = try #require(entry["Set-Cookie"])
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict"))
        #expect(!cookie.contains(Self.token))
        let pair = try #require(cookie.split(separator: ";").first)
        #expect(try await gallery.get("/", headers: ["Cookie: other=1; \(pair)"]).status == 200)
        #expect(try await gallery.get("/api/v1/providers", headers: ["Cookie: \(pair)"]).status == 200)
        for wrong in ["\(pair)x", "\(pair.dropLast())", "x\(pair)", "\(pair.prefix { $0 != "=" })", ""] {
            #expect(try await gallery.get("/", headers: ["Cookie: \(wrong)"]).status == 401)
        }
        // The cookie of another run.
        let other = try Gallery(Forage(Configuration(registrations: Forage.builtIn))) {
            $0.token = Self.token
        }
        #expect(try await other.get("/", headers: ["Cookie: \(pair)"]).status == 401)
        #expect(try await gallery.get("/?token=\(Self.token)")["Location"] == "/")
    }

    @Test("a link from another site is followed by a page of the gallery, so that the cookie is sent")
    func ledHere() async throws {
        let entry = try await gallery.get(
            "/?token=\(Self.token)&q=owl", headers: ["Sec-Fetch-Site: cross-site"])
        #expect(entry.status == 200)
        #expect(entry["Refresh"] == "0; url=/?q=owl")
        #expect(entry["Location"] == nil)
        #expect(entry["Set-Cookie"]?.hasSuffix("; HttpOnly; SameSite=Strict") == true)
        let wrong = try await gallery.get("/?token=wrong", headers: ["Sec-Fetch-Site: cross-site"])
        #expect(wrong.status == 401)
    }

    @Test(
        "the gallery answers only to its own host names",
        arguments: [
            ("gallery.example", 200), ("GALLERY.example:443", 200), ("evil.example", 403),
            ("192.168.1.5", 403),
        ])
    func names(host: String, status: Int) async throws {
        #expect(try await self.status(of: gallery, host) == status)
    }

    @Test(
        "a gallery on all addresses answers to IP addresses, but not to other names",
        arguments: [
            ("192.168.1.5:8080", 200), ("[fe80::1]:8080", 200), ("evil.example", 403),
            ("1.2.3.4.evil.example", 403),
            ("256.1.1.1", 403), ("1.2.3", 403), ("[evil.example]", 403),
        ])
    func numbers(host: String, status: Int) async throws {
        let shared = try Gallery(Forage(Configuration(registrations: Forage.builtIn))) { serving in
            serving.host = "0.0.0.0"
            serving.token = Self.token
        }
        #expect(shared.address == "http://127.0.0.1:\(shared.port)/")
        #expect(try await self.status(of: shared, host) == status)
    }

    private func status(of gallery: Gallery, _ host: String) async throws -> Int? {
        let connection = try LoopbackConnection(port: gallery.port)
        try await connection.send(
            "GET /api/v1/providers HTTP/1.1\r\nHost: \(host)\r\n"
                + "Authorization: Bearer \(Self.token)\r\nConnection: close\r\n\r\n")
        return LoopbackReply(try await connection.readToEnd())?.status
    }
}
